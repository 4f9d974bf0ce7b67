import type { KeywordResult } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Undo2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import { CopyAction } from '../../../ui/copy-action.tsx';
import { describeTexts } from './describe-texts.ts';
import type { ResultEdit } from './use-result-edit.ts';

const STATES: Record<ResultEdit['state'], string> = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
};

/** The file name, the save state and the actions on all texts. */
export function EditorHeader({ result, edit }: { result: KeywordResult; edit: ResultEdit }) {
  const { texts, state, isChanged, canUndo, undo, save } = edit;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 32 }}>
      <FileName name={result.fileName} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }} />
      {result.edited && (
        <Box component="span" sx={{ fontSize: '0.75rem', lineHeight: 1.5 }}>
          <Badge>Edited</Badge>
        </Box>
      )}
      <Box
        role="status"
        sx={{ fontSize: '0.8125rem', color: state === 'failed' ? 'error.main' : 'text.secondary' }}
      >
        {STATES[state]}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
        {isChanged && (
          <Button size="small" variant="outlined" onClick={save} sx={{ minHeight: 28, py: 0 }}>
            Save
          </Button>
        )}
        {canUndo && (
          <IconAction label="Undo last change" onClick={undo} sx={{ width: 28, height: 28 }}>
            <Undo2 size={14} />
          </IconAction>
        )}
        <CopyAction label="Copy all" text={describeTexts(texts)} hasLabel />
      </Box>
    </Box>
  );
}
