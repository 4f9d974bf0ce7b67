import { findReasons, findScale } from '@portal/contracts/agencies/find-picture-problems';
import { findTextProblems } from '@portal/contracts/agencies/find-text-problems';
import { fixTexts } from '@portal/contracts/agencies/fix-texts';
import type { Agency } from '@portal/contracts/agencies/agency';
import type { ExportCheck, ExportRequest, Remedy } from '@portal/contracts/exports';
import type { KeywordTexts } from '@portal/contracts/keyword-generator';
import type { Deps } from '../../batches/deps.ts';
import { readToolSettings } from '../../platform/settings/tool-settings.ts';
import { isReady, judgePictures, type JudgedPicture } from './judge-pictures.ts';
import { splitParts } from './split-parts.ts';

/** What each agency would take, and what the chosen one says about each picture. */
export async function checkExport(deps: Deps, owner: string, request: ExportRequest): Promise<ExportCheck> {
  const { agency, agencies, pictures, findSizeProblem } = await judgePictures(deps, owner, request);
  const price = await readUpscalePrice(deps);
  const countReady = (each: Agency) => {
    const isTaken = (picture: JudgedPicture) =>
      !isAlike(picture) &&
      findReasons(picture, each).length === 0 &&
      findSizeProblem(picture, each)?.isCertain !== true;
    const ready = pictures.filter(isTaken);
    return {
      ready: ready.length,
      uncertain: ready.filter((picture) => findSizeProblem(picture, each)).length,
      zips: splitParts(ready, () => true).length,
    };
  };
  return {
    agencies: agencies.map((each) => ({
      id: each.id,
      name: each.name,
      acceptsAi: each.acceptsAi,
      ...countReady(each),
    })),
    agency,
    pictures: pictures.map((judged) => ({
      picture: judged.picture,
      fileName: judged.fileName,
      isReady: isReady(judged),
      isMadeByAi: judged.isMadeByAi,
      reasons: [...judged.reasons],
      warnings: [...judged.warnings],
      remedies: listRemedies(judged, agency, price),
      isStarred: judged.isStarred,
      checks: judged.checks,
    })),
  };
}

const isAlike = ({ reasons }: JudgedPicture): boolean => reasons.some(({ kind }) => kind === 'alike');

/** Of one picture. */
async function readUpscalePrice(deps: Deps): Promise<number> {
  const upscale = deps.findTool('upscale');
  const { upscaleEngine: engine } = await readToolSettings(deps.firestore);
  return upscale.estimate(deps, upscale.settings.parse({ scale: 2, enhance: false, engine }));
}

function listRemedies(judged: JudgedPicture, agency: Agency, price: number): Remedy[] {
  const { isMadeByAi, texts, enlarged } = judged;
  // Nothing makes it acceptable.
  if (isMadeByAi && !agency.acceptsAi) return [];
  const remedies: Remedy[] = [];
  const scale = findScale(judged, agency);
  if (scale !== undefined) {
    const advice = [
      ...(enlarged === undefined
        ? []
        : [`Already enlarged ${enlarged}x; this makes it ${enlarged * scale}x.`]),
      // About photographs.
      ...(isMadeByAi || agency.enlargingAdvice === null ? [] : [agency.enlargingAdvice]),
    ].join(' ');
    remedies.push({ kind: 'upscale', scale, price, advice: advice === '' ? null : advice });
  }
  if (!texts) return [...remedies, { kind: 'write-texts' }];
  const { batchId, index, language } = texts;
  const fixed = fixTexts({ ...texts, isMadeByAi }, agency, language);
  const count = (judged: KeywordTexts) => findTextProblems({ ...judged, isMadeByAi }, agency).length;
  if (count(fixed) < count(texts)) {
    remedies.push({ kind: 'fix-texts', batchId, index, texts: fixed });
  }
  return remedies;
}
