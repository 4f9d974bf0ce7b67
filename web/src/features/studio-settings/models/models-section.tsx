import { RegisteredNameSchema } from '@portal/contracts/studio-settings';
import Box from '@mui/material/Box';
import { SectionPanel } from '../section/section-panel.tsx';
import { useModels, type SavedModels } from './model-form.ts';
import { ModelRow } from './model-row.tsx';

interface Props {
  saved: SavedModels;
  hasProblems: boolean;
}

export function ModelsSection({ saved, hasProblems }: Props) {
  const section = useModels(saved);
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="The provider’s model behind each name and its price. Empty fields use the default."
    >
      <Box component="ul" aria-label="Models" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {RegisteredNameSchema.options.map((name, index) => (
          <ModelRow key={name} index={index} form={section.form} defaults={saved.default[name]} />
        ))}
      </Box>
    </SectionPanel>
  );
}
