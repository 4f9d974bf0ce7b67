/** Answers a request for prompts: the theme in views, places and lights that the request chooses. */
import { Random } from '../random.ts';
import { readLine, readList, type JsonSchema, type Question } from './write-answer.ts';

const VIEWS = [
  'seen from above',
  'in a close-up',
  'from a low angle',
  'as a wide panorama',
  'framed by a doorway',
  'in strict symmetry',
  'through wet glass',
  'as a silhouette',
  'with a blurred foreground',
  'from behind',
  'in a tight detail',
  'mirrored in a puddle',
];
const PLACES = [
  'beside a quiet harbor',
  'on a wooden table',
  'in a mountain valley',
  'on a busy market',
  'inside a glass greenhouse',
  'under a stone bridge',
  'at the edge of a forest',
  'on a city rooftop',
  'in an empty hall',
  'along a sandy beach',
  'in a narrow alley',
  'on plain linen',
];
const LIGHTS = [
  'soft morning haze',
  'hard noon sun',
  'golden evening glow',
  'blue dusk',
  'candle flicker',
  'neon reflections',
  'overcast calm',
  'moonlit frost',
  'dramatic storm clouds',
  'warm window beams',
  'studio strobes',
  'falling snow',
];
const COLORS = [
  'muted earth tones',
  'teal accents',
  'pastel pink',
  'deep emerald',
  'black and ivory',
  'saffron yellow',
  'rusty copper',
  'lavender gray',
  'crimson details',
  'pale turquoise',
  'olive drab',
  'cobalt contrasts',
];
const DEFAULT_COUNT = 10;

export const asksForPrompts = ({ properties }: JsonSchema): boolean => 'prompts' in properties;

/** The same request has the same answer. */
export function writePrompts({ request }: Question): string {
  const random = new Random(request);
  const theme = readLine(request, 'Theme');
  const mustAppear = readList(request, 'Must appear');
  const mustNotAppear = readList(request, 'Must not appear');
  const pick = ([first = '', ...others]: readonly string[]): string => random.pick([first, ...others]);
  const allowed = [VIEWS, PLACES, LIGHTS, COLORS].map((parts) =>
    parts.filter((part) => !mustNotAppear.some((word) => part.includes(word))),
  );
  const prompts = Array.from({ length: readCount(request) }, () => {
    const [view = '', place = '', light = '', color = ''] = allowed.map(pick);
    const parts = [`${theme} ${place}`, ...mustAppear, view, light, color];
    return { prompt: parts.filter((part) => part !== '').join(', '), difference: `${view}, ${light}` };
  });
  return JSON.stringify({ prompts });
}

const readCount = (request: string): number =>
  Number.parseInt(readLine(request, 'Number of prompts'), 10) || DEFAULT_COUNT;
