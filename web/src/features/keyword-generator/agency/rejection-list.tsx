import type { Rejection } from '@portal/contracts/agencies/find-rejections';
import type { KeywordResult } from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ArrowRight } from 'lucide-react';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useFileNaming } from '../exports/file-naming.ts';
import type { TextChange } from './suggest-fixes.ts';

interface Props {
  results: readonly KeywordResult[];
  filesDeleted: boolean;
  rejections: readonly Rejection[];
  fixes: readonly TextChange[];
  isBusy: boolean;
  onFix: (fix: TextChange) => void;
}

/** Each image with its problems. */
export function RejectionList({ results, filesDeleted, rejections, fixes, isBusy, onFix }: Props) {
  const { setNaming } = useFileNaming();
  const resultByIndex = new Map(results.map((result) => [result.index, result]));
  const fixByIndex = new Map(fixes.map((fix) => [fix.index, fix]));
  return (
    <Box component="ul" aria-label="Problems" sx={LIST}>
      {rejections.map(({ index, fileName, problems }) => {
        const result = resultByIndex.get(index);
        const suggestion = fixByIndex.get(index);
        return (
          <li key={index}>
            <div>{result && <Thumbnail path={filesDeleted ? null : result.previewUrl} alt="" />}</div>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{fileName}</Typography>
              <Box component="ul" sx={PROBLEMS}>
                {problems.map(({ kind, message }) => (
                  <li key={kind}>{message}</li>
                ))}
              </Box>
              {suggestion && result && suggestion.texts.seo_image_title !== result.seo_image_title && (
                <Box sx={{ display: 'flex', gap: 1.5, fontSize: '0.8125rem' }}>
                  <Box
                    component={ArrowRight}
                    aria-label="Suggested title"
                    size={14}
                    sx={{ flexShrink: 0, mt: 1 }}
                  />
                  {suggestion.texts.seo_image_title}
                </Box>
              )}
            </Box>
            <Box sx={{ display: 'grid', gap: 1 }}>
              {suggestion && (
                <Button size="small" variant="outlined" disabled={isBusy} onClick={() => onFix(suggestion)}>
                  Fix
                </Button>
              )}
              {problems.some(({ fix }) => fix === 'short-names') && (
                <Button size="small" variant="outlined" onClick={() => setNaming('short')}>
                  Use short names
                </Button>
              )}
            </Box>
          </li>
        );
      })}
    </Box>
  );
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: 3,
    py: 3,
    borderTop: '1px solid',
    borderColor: 'divider',
    '&:first-of-type': { borderTop: 0, pt: 0 },
    '& > div:first-of-type': { height: 56, borderRadius: '8px', overflow: 'hidden' },
  },
} as const;

const PROBLEMS = {
  m: 0,
  my: 0.5,
  p: 0,
  pl: 4,
  listStyle: 'disc',
  fontSize: '0.8125rem',
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const;
