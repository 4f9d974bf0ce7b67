import type { CsvAgencyId } from '@portal/contracts/agencies/agencies';
import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import type { ReactNode } from 'react';
import { DeleteDialog } from '../../../pictures/batches/common-dialogs.tsx';
import type { DialogProps } from '../../../pictures/batches/history.tsx';
import { ExportDialog } from '../../../tools/exports/export-dialog.tsx';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { FailedItemsDialog } from '../failed-items/failed-items-dialog.tsx';
import { keywords } from '../batches/keywords.ts';
import { useFileNaming } from '../exports/file-naming.ts';
import { ResultsDialog } from '../results/results-dialog.tsx';
import { listOriginals } from './list-originals.ts';

export type DialogKind = 'results' | 'failed-items' | CsvAgencyId | 'export' | 'delete';

/** Has the lists of names that agencies refuse, which the page does not need. */
export const useAgencyDialog = (isNeeded = false) =>
  useLateCode('agency-dialog', () => import('../agency/agency-dialog.tsx'), { isNeeded });

export function BatchDialogs({
  dialog: { kind, item },
  isOpen,
  batch,
  onClose,
}: DialogProps<KeywordBatch, DialogKind>) {
  const { naming } = useFileNaming();
  const shared = { batch, isOpen, onClose };
  const agency = useAgencyDialog(kind === 'adobe-stock' || kind === 'shutterstock');
  const dialogs: Record<DialogKind, () => ReactNode> = {
    results: () => <ResultsDialog item={item} {...shared} />,
    'failed-items': () => <FailedItemsDialog {...shared} />,
    'adobe-stock': () => agency && <agency.AgencyDialog agencyId="adobe-stock" {...shared} />,
    shutterstock: () => agency && <agency.AgencyDialog agencyId="shutterstock" {...shared} />,
    export: () => (
      <ExportDialog
        pictures={listOriginals(batch)}
        // Those of the CSV and the ZIP. Otherwise the agency decides.
        naming={naming === 'short' ? naming : undefined}
        isOpen={isOpen}
        onClose={onClose}
      />
    ),
    delete: () => <DeleteDialog tool={keywords} {...shared} />,
  };
  return dialogs[kind]();
}
