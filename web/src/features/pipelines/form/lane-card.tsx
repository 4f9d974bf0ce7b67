import Box from '@mui/material/Box';
import { Copy, Trash2 } from 'lucide-react';
import { memo, useEffect, useId, type RefObject } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { isField, type FormValues } from '../../../tools/generation/form-values.ts';
import { ProviderFields, ProviderPicker } from '../../../tools/generation/provider-fields.tsx';
import { SizeField } from '../../../tools/generation/size-field.tsx';
import type { FieldErrors } from '../../../tools/generation/to-request.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import type { LaneDraft } from './job-draft.ts';

export interface LaneHandle {
  showErrors: (errors: FieldErrors) => void;
  focusFirst: (errors: FieldErrors) => void;
}

interface Props {
  lane: LaneDraft;
  /** Undefined if it is the only one. */
  position: number | undefined;
  canDuplicate: boolean;
  /** By lane. */
  handles: RefObject<Map<string, LaneHandle>>;
  onChange: (id: string, values: FormValues) => void;
  onDuplicate: (id: string) => void;
  onRemove: (id: string) => void;
}

/** One model with the generator's own fields. It is a form of its own, so that its radio buttons are its own groups. */
export const LaneCard = memo(function LaneCard(props: Props) {
  const { lane, position, canDuplicate, handles, onChange, onDuplicate, onRemove } = props;
  const { id } = lane;
  const titleId = useId();
  const form = useForm<FormValues>({ defaultValues: lane.values });
  const { subscribe, setError, setFocus } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(id, { ...values }) }),
    [subscribe, onChange, id],
  );
  useEffect(() => {
    const all = handles.current;
    all.set(id, {
      showErrors: (errors) => {
        for (const [field, message] of Object.entries(errors))
          if (isField(field)) setError(field, { type: 'rule', message });
      },
      focusFirst: (errors) => {
        const first = Object.keys(errors).find(isField);
        if (first) setFocus(first);
      },
    });
    return () => void all.delete(id);
  }, [handles, id, setError, setFocus]);
  const title = position === undefined ? 'Model' : `Model ${position + 1}`;
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-labelledby={titleId}
        onSubmit={(event) => event.preventDefault()}
        sx={LANE}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
          <Box component="h3" id={titleId} sx={{ m: 0, mr: 'auto', typography: 'h3' }}>
            {title}
          </Box>
          <IconAction
            label={`Duplicate ${title.toLowerCase()}`}
            disabled={!canDuplicate}
            onClick={() => onDuplicate(id)}
          >
            <Copy size={16} />
          </IconAction>
          <IconAction
            label={`Remove ${title.toLowerCase()}`}
            disabled={position === undefined}
            onClick={() => onRemove(id)}
          >
            <Trash2 size={16} />
          </IconAction>
        </Box>
        <ProviderPicker />
        <Box sx={{ display: 'grid', gap: 3 }}>
          <ProviderFields />
          <SizeField />
        </Box>
      </Box>
    </FormProvider>
  );
});

const LANE = {
  display: 'grid',
  alignContent: 'start',
  gap: 4,
  minWidth: 0,
  p: { xs: 3, sm: 4 },
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
} as const;
