import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { Check, FileSpreadsheet } from 'lucide-react';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { ACTION_ITEM, ActionMenu } from '../../../shared/ui/action-menu.tsx';
import { makePlainCsv, makePlainCsvName, type CsvNaming } from '../exports/plain-csv.ts';
import { useFileNaming } from '../exports/file-naming.ts';
import { saveCsv } from '../../../shared/csv/save-csv.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

/** Downloads the portal's own CSV at once. Agency CSVs open a dialog that checks the batch first. */
export function ExportMenu({ batch, onOpenDialog }: Props) {
  const { naming, setNaming } = useFileNaming();
  return (
    <ActionMenu
      renderButton={(props) => (
        <LabeledAction label="Export CSV" icon={<FileSpreadsheet aria-hidden size={16} />} {...props} />
      )}
    >
      {(close) => {
        const choose = (act: () => void) => () => {
          close();
          act();
        };
        const onSave = (names: CsvNaming) =>
          choose(() => saveCsv(makePlainCsv(batch.results, names), makePlainCsvName(batch.name, names)));
        return [
          <MenuItem key="plain" sx={ACTION_ITEM} onClick={onSave(naming)}>
            CSV
          </MenuItem>,
          <MenuItem key="original" sx={ACTION_ITEM} onClick={onSave('original')}>
            CSV with original file names
          </MenuItem>,
          <MenuItem key="adobe-stock" sx={ACTION_ITEM} onClick={choose(() => onOpenDialog('adobe-stock'))}>
            Adobe Stock CSV
          </MenuItem>,
          <MenuItem key="shutterstock" sx={ACTION_ITEM} onClick={choose(() => onOpenDialog('shutterstock'))}>
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
  );
}
