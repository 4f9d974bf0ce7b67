import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { Check, ChevronDown, FileSpreadsheet } from 'lucide-react';
import { IconAction } from '../../../ui/icon-action.tsx';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import { ACTION_ITEM, ActionMenu } from '../../../ui/action-menu.tsx';
import { makePlainCsv, makePlainCsvName, type CsvNaming } from '../exports/plain-csv.ts';
import { useFileNaming } from '../exports/file-naming.ts';
import { saveCsv } from '../../../client/downloads/save-csv.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

/** Saves the portal's own CSV at once. Its menu has other exports; those for agencies open a dialog that checks the batch first. */
export function ExportActions({ batch, onOpenDialog }: Props) {
  const { naming, setNaming } = useFileNaming();
  const save = (names: CsvNaming) =>
    saveCsv(makePlainCsv(batch.results, names), makePlainCsvName(batch.name, names));
  return (
    <Box sx={{ display: 'flex' }}>
      <LabeledAction
        label="Export CSV"
        keepsLabel
        icon={<FileSpreadsheet aria-hidden size={16} />}
        onClick={() => save(naming)}
      />
      <ActionMenu
        renderButton={(button) => (
          <IconAction label="Other exports" sx={{ width: 24, ml: -1 }} {...button}>
            <ChevronDown size={15} />
          </IconAction>
        )}
      >
        {(close) => {
          const choose = (act: () => void) => () => {
            close();
            act();
          };
          return [
            <MenuItem key="original" sx={ACTION_ITEM} onClick={choose(() => save('original'))}>
              CSV with original file names
            </MenuItem>,
            <MenuItem key="adobe-stock" sx={ACTION_ITEM} onClick={choose(() => onOpenDialog('adobe-stock'))}>
              Adobe Stock CSV
            </MenuItem>,
            <MenuItem
              key="shutterstock"
              sx={ACTION_ITEM}
              onClick={choose(() => onOpenDialog('shutterstock'))}
            >
              Shutterstock CSV
            </MenuItem>,
            !batch.filesDeleted && (
              <MenuItem key="export" sx={ACTION_ITEM} onClick={choose(() => onOpenDialog('export'))}>
                Export for agency…
              </MenuItem>
            ),
            <Divider key="divider" />,
            <MenuItem
              key="naming"
              role="menuitemcheckbox"
              aria-checked={naming === 'short'}
              sx={ACTION_ITEM}
              onClick={() => setNaming(naming === 'short' ? 'seo' : 'short')}
            >
              <Box component="span" sx={{ display: 'grid', mr: 4 }}>
                Short file names
                <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
                  In CSV and ZIP
                </Box>
              </Box>
              <Box
                component={Check}
                aria-hidden
                size={16}
                sx={{
                  ml: 'auto',
                  color: 'primary.main',
                  visibility: naming === 'short' ? 'visible' : 'hidden',
                }}
              />
            </MenuItem>,
          ];
        }}
      </ActionMenu>
    </Box>
  );
}
