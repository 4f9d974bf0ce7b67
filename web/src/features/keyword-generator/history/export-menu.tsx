import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Check, FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { LabeledAction } from '../../../shared/ui/labeled-action.tsx';
import { useBackToClose } from '../../../shared/ui/use-back-to-close.ts';
import { makePlainCsv, makePlainCsvName } from '../exports/plain-csv.ts';
import { useFileNaming } from '../exports/file-naming.ts';
import { saveCsv } from '../../../shared/csv/save-csv.ts';
import type { DialogKind } from './batch-dialogs.tsx';

interface Props {
  batch: KeywordBatch;
  onOpenDialog: (kind: DialogKind) => void;
}

/** Downloads the portal's own CSV at once. Agency CSVs open a dialog that checks the batch first. */
export function ExportMenu({ batch, onOpenDialog }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { naming, setNaming } = useFileNaming();
  const menuId = useId();
  const close = () => setAnchor(undefined);
  useBackToClose(anchor !== undefined, close);
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <LabeledAction
        label="Export CSV"
        icon={<FileSpreadsheet aria-hidden size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        {...(anchor && { 'aria-controls': menuId })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      <Menu
        id={menuId}
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        // Keeps the menu inside the main landmark, for screen readers.
        container={() => anchor?.closest('main') ?? document.body}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <MenuItem
          sx={ITEM}
          onClick={choose(() => saveCsv(makePlainCsv(batch.results, naming), makePlainCsvName(batch.name)))}
        >
          CSV
        </MenuItem>
        <MenuItem sx={ITEM} onClick={choose(() => onOpenDialog('adobe-stock'))}>
          Adobe Stock CSV
        </MenuItem>
        <MenuItem sx={ITEM} onClick={choose(() => onOpenDialog('shutterstock'))}>
          Shutterstock CSV
        </MenuItem>
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={naming === 'short'}
          sx={ITEM}
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
            sx={{ ml: 'auto', color: 'primary.main', visibility: naming === 'short' ? 'visible' : 'hidden' }}
          />
        </MenuItem>
      </Menu>
    </>
  );
}

const ITEM = { fontSize: '0.875rem', '&.Mui-focusVisible': { outlineOffset: '-2px' } } as const;
