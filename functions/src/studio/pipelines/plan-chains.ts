/** The batches of a job, before anything is written. */
import { randomUUID } from 'node:crypto';
import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { MAX_IMAGES, type GenerationSettings, type ListedPrompt } from '@portal/contracts/generation-request';
import { hasHalfPriceKeywords } from '@portal/contracts/half-price';
import type { RecipeSettings } from '@portal/contracts/pipelines';
import { nameModel } from '@portal/contracts/provider-labels';
import type { Source } from '@portal/contracts/source';
import type { Firestore } from 'firebase-admin/firestore';
import type { BatchPlan } from '../../batches/engine/new-batch.ts';
import type { BatchUploads } from '../../batches/store/batch-record.ts';
import { nameImageFile } from '../../batches/store/media-names.ts';
import type { Tool } from '../../batches/tool.ts';
import { FIRST_TOOL, type Stage } from './choose-stages.ts';

/** Released items of a batch that are in the queue at a time: a job has up to ten such batches of a tool. */
const RELEASED_WINDOW = 2;

/** A picture of an earlier job, from which a retry goes on. */
export interface KeptPicture {
  from: Source;
  fileName: string;
}

/** The pictures of one chain: prompts for the first stage, or pictures for a later one. */
export interface ChainContent {
  lane: number;
  /** Of the first batch, in the order of stages. */
  firstStage: number;
  prompts?: readonly ListedPrompt[];
  pictures?: readonly KeptPicture[];
}

export interface PlannedBatch extends Omit<BatchPlan, 'price' | 'tool' | 'pipeline'> {
  tool: Tool;
  pipeline: NonNullable<BatchPlan['pipeline']>;
}

interface Job {
  pipelineId: string;
  owner: string;
  name: string;
  settings: RecipeSettings;
  /** After the first one. */
  stages: readonly Stage[];
}

/** Every lane makes the same prompts, in chains of at most 100. */
export const splitPrompts = (lanes: number, prompts: readonly ListedPrompt[]): ChainContent[] =>
  Array.from({ length: lanes }).flatMap((_, lane) =>
    splitInto(prompts).map((some) => ({ lane, firstStage: 0, prompts: some })),
  );

export const splitInto = <Each>(all: readonly Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_IMAGES) }, (_, part) =>
    all.slice(part * MAX_IMAGES, (part + 1) * MAX_IMAGES),
  );

/** In the order of lanes, chains and stages. */
export function planChains(
  firestore: Firestore,
  job: Job,
  contents: readonly ChainContent[],
): PlannedBatch[] {
  const names = nameChains(job, contents);
  return contents.flatMap((content, chain) =>
    planChain(firestore, job, content, chain, names[chain] ?? job.name),
  );
}

function planChain(
  firestore: Firestore,
  { pipelineId, owner, settings, stages }: Job,
  content: ChainContent,
  chain: number,
  name: string,
): PlannedBatch[] {
  const { lane, firstStage, prompts = [], pictures = [] } = content;
  const { isHalfPrice, isChosenByHand } = settings;
  const made = firstStage === 0 ? [planFirst(settings.lanes[lane], prompts)] : [];
  const later = stages.slice(Math.max(0, firstStage - 1));
  const planned: PlannedBatch[] = [];
  for (const [place, stage] of [...made, ...later].entries()) {
    const previous = planned.at(-1);
    // A check makes no pictures.
    const source = planned.findLast(({ tool }) => tool.name !== 'check');
    const id = firestore.collection('batches').doc().id;
    if (previous) previous.pipeline.next = id;
    const count = firstStage === 0 ? prompts.length : pictures.length;
    const mayWaitForChoice = isChosenByHand && source?.tool === FIRST_TOOL && stage.tool.name !== 'check';
    planned.push({
      id,
      tool: stage.tool,
      owner,
      name,
      settings: stage.settings,
      variants: [...Array(count).keys()],
      uploads: source ? takeFrom(source) : firstStage > 0 ? keepPictures(pictures) : null,
      // Now, if the stage's provider does not offer it.
      halfPrice:
        isHalfPrice && mayWait(stage, stages)
          ? stage.tool.halfPrice?.findProvider(stage.settings)
          : undefined,
      ...(previous && { window: RELEASED_WINDOW }),
      pipeline: {
        id: pipelineId,
        lane,
        chain,
        stage: firstStage + place,
        ...(previous && { previous: previous.id }),
        ...(mayWaitForChoice && { isHeld: true }),
      },
    });
  }
  return planned;
}

/** Pictures live for three days: not for a day of checks and a person's choice besides the other stages. */
const mayWait = ({ tool }: Stage, stages: readonly Stage[]): boolean =>
  tool.name !== 'check' &&
  (tool.name !== 'keyword-generator' ||
    hasHalfPriceKeywords(stages.some((other) => other.tool.name === 'stylizer')));

function planFirst(lane: GenerationSettings | undefined, prompts: readonly ListedPrompt[]): Stage {
  const settings = { ...lane, prompt: prompts[0]?.prompt, quantity: prompts.length, prompts };
  return { tool: FIRST_TOOL, settings: FIRST_TOOL.settings.parse(settings) };
}

/** What the batch will make. Size and date are known once a picture is made. */
function takeFrom({ id, tool, name, settings, uploads, variants }: PlannedBatch): BatchUploads {
  const named = { name, settings: { ...settings }, uploads: uploads ?? null };
  return {
    folder: randomUUID(),
    files: variants.map((index) => ({
      id: randomUUID(),
      name: nameImageFile(named, index, findFormat(named, index), tool.images?.fileSuffix),
      from: { batchId: id, index, kind: 'result' },
    })),
    sources: { [id]: { tool: tool.name, name } },
  };
}

/** The extension that the picture will have, most likely: only names that people see depend on it. */
function findFormat({ settings, uploads }: Parameters<typeof nameImageFile>[0], index: number): string {
  const known = /\.(\w{1,15})$/.exec(uploads?.files[index]?.name ?? '')?.[1];
  if (known !== undefined) return known;
  return settings['outputFormat'] === 'png' ? 'png' : 'jpg';
}

const keepPictures = (pictures: readonly KeptPicture[]): BatchUploads => ({
  folder: randomUUID(),
  files: pictures.map(({ from, fileName }) => ({ id: randomUUID(), name: fileName, from })),
});

/** The job's name, and what tells its chains apart. */
function nameChains({ name, settings: { lanes } }: Job, contents: readonly ChainContent[]): string[] {
  const used = new Set(contents.map(({ lane }) => lane));
  const parts = new Map<number, number>();
  return contents.map(({ lane }) => {
    const part = (parts.get(lane) ?? 0) + 1;
    parts.set(lane, part);
    const isOnly = contents.filter((other) => other.lane === lane).length === 1;
    const suffix = `${isOnly ? '' : ` ${part}`}${used.size > 1 ? `, ${nameLane(lanes, lane)}` : ''}`;
    return `${name.slice(0, MAX_NAME_LENGTH - suffix.length).trimEnd()}${suffix}`;
  });
}

/** Numbered if another lane has the same model. */
function nameLane(lanes: readonly GenerationSettings[], lane: number): string {
  const model = lanes[lane]?.model ?? '';
  const same = [...lanes.entries()].filter(([, other]) => other.model === model).map(([index]) => index);
  const label = nameModel(model);
  return same.length > 1 ? `${label} (${same.indexOf(lane) + 1})` : label;
}
