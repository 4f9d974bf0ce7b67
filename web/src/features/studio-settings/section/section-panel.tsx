import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import { useLeaveGuard } from './leave-guard.tsx';

export interface Section {
  title: string;
  isDirty: boolean;
  isSaving: boolean;
  isConflict: boolean;
  submit: (event: FormEvent) => Promise<void>;
  discard: () => void;
}

interface Props {
  section: Section;
  /** The document has invalid values, which a save removes. */
  hasProblems: boolean;
  subtitle: string;
  end?: ReactNode;
  children: ReactNode;
}

/** One form of the page. Its buttons appear when something has changed. */
export function SectionPanel({ section, hasProblems, subtitle, end, children }: Props) {
  const { title, isDirty, isSaving, isConflict, submit, discard } = section;
  useLeaveGuard(title, isDirty);
  const form = useRef<HTMLFormElement>(null);
  // The focused element may have been removed or disabled.
  const focusForm = () => form.current?.focus();
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !isSaving && document.activeElement === document.body) form.current?.focus();
    wasSaving.current = isSaving;
  }, [isSaving]);
  return (
    <Panel title={title} end={end}>
      <Typography color="textSecondary" sx={{ mt: -3 }}>
        {subtitle}
      </Typography>
      <Box
        component="form"
        ref={form}
        noValidate
        tabIndex={-1}
        aria-label={title}
        onSubmit={(event: FormEvent) => {
          void submit(event);
        }}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, outline: 'none' }}
      >
        <Box component="fieldset" disabled={isSaving} sx={FIELDSET}>
          {children}
        </Box>
        {isConflict && (
          <Alert
            severity="warning"
            variant="outlined"
            action={
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  discard();
                  focusForm();
                }}
              >
                Load their version
              </Button>
            }
          >
            Another admin changed these settings. Your changes are not saved.
          </Alert>
        )}
        {(isDirty || hasProblems) && (
          <Box sx={FOOTER}>
            <Typography variant="body2" color="textSecondary" sx={{ mr: 'auto' }}>
              {isDirty ? 'Unsaved changes' : 'Save to remove invalid values.'}
            </Typography>
            {isDirty && (
              <Button
                variant="outlined"
                disabled={isSaving}
                onClick={() => {
                  discard();
                  focusForm();
                }}
              >
                Discard
              </Button>
            )}
            <Button
              type="submit"
              variant="contained"
              disabled={isSaving || isConflict}
              aria-label={`Save ${title.toLowerCase()}`}
            >
              {isSaving ? 'Saving…' : 'Save'}
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  );
}

const FIELDSET = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 5,
  m: 0,
  p: 0,
  border: 0,
  minWidth: 0,
} as const;

const FOOTER = {
  display: 'flex',
  justifyContent: 'end',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  pt: 4,
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;
