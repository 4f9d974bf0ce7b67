/** The checks of a picture in words. What a model has seen is an opinion, so it is said with "may". */
import type { CheckKind, Issue, IssueKind, PictureChecks } from '@portal/contracts/checks';
import { describeFlaw, FLAW_LABELS } from '@portal/contracts/describe-flaw';
import { describePlace } from './describe-place.ts';

export interface Check {
  /** Within the picture, which may have several of a kind. */
  id: string;
  kind: CheckKind;
  /** On a badge: 'Soft', 'May show text'. */
  label: string;
  /** 'Soft: nothing in the picture is sharp', 'May show text, top left'. */
  text: string;
  /** What a model says about an issue. */
  sentence?: string;
  box?: Issue['box'];
  /** Keeps the picture from being ready to sell. */
  isSevere: boolean;
  isDismissed: boolean;
}

const ISSUES: Record<IssueKind, string> = {
  text: 'May show text',
  brand: 'May show a brand',
  malformed: 'May be malformed',
  recognizable: 'May show a recognizable person or place',
  nudity: 'May show nudity',
  violence: 'May show violence',
  'artist-style': 'May imitate an artist',
};

export const CHECK_LABELS: Readonly<Record<CheckKind, string>> = { ...FLAW_LABELS, ...ISSUES };

/** Flaws, then issues, the severe ones first. */
export function listChecks(checks: PictureChecks | undefined): Check[] {
  const dismissed = new Set(checks?.dismissed);
  const flaws = (checks?.measures?.flaws ?? []).map((flaw): Check => ({
    id: flaw.kind,
    kind: flaw.kind,
    label: CHECK_LABELS[flaw.kind],
    text: describeFlaw(flaw),
    // Agencies refuse it. A color cast is often the mood of a picture.
    isSevere: flaw.kind !== 'color-cast',
    isDismissed: dismissed.has(flaw.kind),
  }));
  const issues = (checks?.issues ?? []).map(({ kind, box, severity, sentence }, index): Check => ({
    id: `${kind}-${index}`,
    kind,
    label: CHECK_LABELS[kind],
    text: [CHECK_LABELS[kind], box && describePlace(box)].filter(Boolean).join(', '),
    sentence,
    box,
    isSevere: severity === 'severe',
    isDismissed: dismissed.has(kind),
  }));
  return [...flaws, ...issues.toSorted((one, other) => Number(other.isSevere) - Number(one.isSevere))];
}

/** What nobody has dismissed. */
export const findProblems = (checks: PictureChecks | undefined): Check[] =>
  listChecks(checks).filter(({ isDismissed }) => !isDismissed);

/** 'Soft, may show text'. Empty if there is no problem. */
export function describeProblems(checks: PictureChecks | undefined): string {
  const labels = new Set(findProblems(checks).map(({ label }) => label));
  const text = [...labels].map((label) => label.toLowerCase().replace('jpeg', 'JPEG')).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
