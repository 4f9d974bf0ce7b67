import type { FileNaming } from '@portal/contracts/keyword-generator';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useLoadError } from '../../client/api/use-load-error.ts';
import type { SentPicture } from '../../pictures/send-to/sent-pictures.ts';
import { useSend } from '../../pictures/send-to/use-send.ts';
import { useUpscaleOptions } from '../../pictures/send-to/upscale-options.ts';
import { useSaved } from '../../client/session/use-saved.ts';
import { SendToAgency } from '../deliveries/send-to-agency.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { countOf } from '../../ui/count.ts';
import { TitledDialog } from '../../ui/dialog.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { FULL_SCREEN_ON_PHONE } from '../../ui/wide-dialog.tsx';
import { AgencyChoice } from './agency-choice.tsx';
import { CheckedAgency } from './checked-agency.tsx';
import { AlsoExport } from './also-export.tsx';
import { AlikeNotice } from './alike-notice.tsx';
import type { OfferedRemedy } from './group-problems.ts';
import { keyOf } from './picture-key.ts';
import { useExport } from './use-export.ts';

interface Props {
  isOpen: boolean;
  pictures: readonly SentPicture[];
  /** Of pictures with texts. */
  naming?: FileNaming | undefined;
  /** Chosen at first. Default: the one that was chosen last. */
  agency?: string | undefined;
  onClose: () => void;
}

/** Shows which agencies take the pictures, helps with those that they do not take, and downloads an agency's ZIP. */
export function ExportDialog({ isOpen, pictures, naming, agency, onClose }: Props) {
  const [lastAgency, saveAgency] = useSaved('export-agency', z.string(), 'adobe-stock');
  const [chosen, setChosen] = useState(agency);
  const agencyId = chosen ?? lastAgency;
  const chooseAgency = (id: string) => {
    setChosen(id);
    saveAgency(id);
  };
  const [alsoFor, setAlsoFor] = useState<ReadonlySet<string>>(new Set());
  const [chosenAlike, setAlike] = useState<readonly SentPicture['from'][]>([]);
  const { alike, kept } = split(pictures, chosenAlike);
  const { check, download, progress, problems, forgetProblems, fix, isFixing } = useExport({
    isOpen,
    agency: agencyId,
    pictures,
    naming,
    alike,
  });
  const loadError = useLoadError(check);
  const { send } = useSend(onClose);
  const [upscaleOptions, saveUpscaleOptions] = useUpscaleOptions();
  const { data } = check;
  const isCurrent = data?.agency.id === agencyId;
  /** The pictures may be checked again without those that were left out. */
  const isSettled = !check.isPlaceholderData;
  const ready = isCurrent ? data.pictures.filter(({ isReady }) => isReady).length : 0;
  const others = data?.agencies.filter((each) => each.id !== agencyId && each.ready > 0) ?? [];
  const wanted = [
    ...(ready > 0 ? (data?.agencies.filter(({ id }) => id === agencyId) ?? []) : []),
    ...others.filter(({ id }) => alsoFor.has(id)),
  ];
  const zips = wanted.reduce((sum, each) => sum + each.zips, 0);

  const close = () => {
    forgetProblems();
    onClose();
  };
  const help = (remedy: OfferedRemedy) => {
    if (remedy.kind === 'fix-texts') return void fix(remedy);
    const keys = new Set(remedy.pictures.map(({ picture }) => keyOf(picture)));
    const helped = pictures.filter(({ from }) => keys.has(keyOf(from)));
    if (remedy.kind === 'upscale') saveUpscaleOptions({ ...upscaleOptions, scale: remedy.scale });
    return void send(remedy.kind === 'upscale' ? 'upscale' : 'keyword-generator', () => helped);
  };

  return (
    <TitledDialog
      open={isOpen}
      onClose={close}
      title="Export for agency"
      titleSx={{ pb: 1 }}
      maxWidth="md"
      sx={FULL_SCREEN_ON_PHONE}
    >
      <Typography color="textSecondary" sx={{ px: 6, pb: 4 }}>
        {countOf(pictures.length, 'picture')} as sRGB JPEG, with texts inside and the agency’s CSV.
      </Typography>
      <DialogContent
        dividers
        sx={{ display: 'grid', alignContent: 'start', gap: 5, minHeight: { xs: 0, sm: 420 } }}
      >
        {problems.map((problem) => (
          <Alert key={problem} severity="warning" variant="outlined">
            {problem}
          </Alert>
        ))}
        {loadError && (
          <LoadFailure
            title="The pictures could not be checked"
            error={loadError}
            onTryAgain={() => void check.refetch()}
          />
        )}
        {!data && !loadError && <LoadingCheck />}
        {data && (
          <AgencyChoice
            agencies={data.agencies}
            total={data.pictures.length}
            hasAi={data.pictures.some(({ isMadeByAi }) => isMadeByAi)}
            chosen={agencyId}
            onChoose={chooseAgency}
          />
        )}
        <AlsoExport agencies={others} chosen={alsoFor} onChoose={setAlsoFor} />
        {data && isCurrent && (
          <AlikeNotice pictures={data.pictures} leftOut={alike.length} onLeaveOut={setAlike} />
        )}
        {data &&
          (isCurrent ? (
            <CheckedAgency check={data} pictures={pictures} isBusy={isFixing || !isSettled} onRemedy={help} />
          ) : (
            <Loading label="Checking the pictures" sx={{ display: 'grid', gap: 2 }}>
              <Skeleton variant="rounded" height={24} width="60%" />
              <Skeleton variant="rounded" height={96} />
            </Loading>
          ))}
      </DialogContent>
      <DialogActions disableSpacing sx={ACTIONS}>
        <Box role="status" sx={STATUS}>
          {progress ?? describeDownload(wanted, { zips, isForOthers: isCurrent && ready === 0 })}
        </Box>
        <Button variant="outlined" onClick={close} autoFocus>
          Close
        </Button>
        <SendToAgency
          agency={isCurrent ? data.agency : undefined}
          request={{ pictures: kept, ...(naming && { naming }) }}
          ready={ready}
          isDisabled={isFixing || !isSettled || progress !== undefined}
          onSent={onClose}
        />
        <LoadingButton
          variant="contained"
          disabled={!isCurrent || wanted.length === 0 || isFixing || !isSettled}
          loading={progress !== undefined}
          loadingPosition="start"
          startIcon={<Download aria-hidden size={16} />}
          onClick={() => void download(wanted)}
        >
          {zips > 1 ? `Download ${countOf(zips, 'ZIP')}` : 'Download ZIP'}
        </LoadingButton>
      </DialogActions>
    </TitledDialog>
  );
}

const and = new Intl.ListFormat('en');

/** What the button does not say. `isForOthers`: the chosen agency takes none of the pictures. */
function describeDownload(
  wanted: readonly { name: string }[],
  { zips, isForOthers }: { zips: number; isForOthers: boolean },
): string {
  const sentences = [
    ...(isForOthers && wanted.length > 0 ? [`Only for ${and.format(wanted.map(({ name }) => name))}.`] : []),
    ...(zips > 1 ? [`${countOf(zips, 'ZIP')}, one after another. Your browser may ask to allow it.`] : []),
  ];
  return sentences.join(' ');
}

function split(pictures: readonly SentPicture[], chosen: readonly SentPicture['from'][]) {
  const keys = new Set(chosen.map(keyOf));
  const all = pictures.map(({ from }) => from);
  return {
    alike: all.filter((from) => keys.has(keyOf(from))),
    kept: all.filter((from) => !keys.has(keyOf(from))),
  };
}

const LoadingCheck = () => (
  <Loading label="Checking the pictures" sx={{ display: 'grid', gap: 5 }}>
    <Skeleton variant="rounded" height={120} />
    <Skeleton variant="rounded" height={96} />
  </Loading>
);

/** Two rows on a phone, where the buttons do not fit into one. */
const ACTIONS = {
  px: { xs: 4, sm: 6 },
  py: 4,
  gap: 2,
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& > button': { flexGrow: { xs: 1, sm: 0 }, whiteSpace: 'nowrap' },
} as const;
const STATUS = {
  flexBasis: { xs: '100%', sm: 'auto' },
  mr: 'auto',
  fontSize: '0.8125rem',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const;
