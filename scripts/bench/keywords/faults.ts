/** The faults of models, as they are planted into the bench's answers. Not the lists that the cleaning uses. */
import type { Random } from './random.ts';

export const FAULTS = [
  'near-duplicate',
  'brand name',
  'spelling error',
  'title',
  'forbidden word',
  'camera term',
  'foreign word',
] as const;
export type Fault = (typeof FAULTS)[number];

const list = (text: string): readonly string[] => text.split(',');

/** Alone and in phrases, in the spellings that models use. Those after Boeing are not in the cleaning's list. */
export const BRANDS = list(
  'Nike,nike sneakers,Adidas,iPhone,iPhone 15 Pro,MacBook,macbook pro,Coca-Cola,coca cola bottle,Disney,Disneyland,disney castle,' +
    'IKEA,ikea furniture,LEGO,lego bricks,Starbucks,starbucks coffee,Google,Instagram,instagram post,BMW,Tesla car,Mercedes-Benz,' +
    "Porsche 911,Vespa,Rolex,Gucci,Louis Vuitton,Levi's,Lamborghini,PlayStation,Netflix,Barbie,Marvel Comics,Pokémon,Star Wars,Harry Potter," +
    "McDonald's,Red Bull can,Pepsi,GoPro,Photoshop,Adobe Photoshop,Canon EOS,Nikon,Leica M6,apple watch,Amazon Prime,Shell gas station," +
    'puma sneakers,Jaguar car,Midjourney,Shutterstock,Polaroid,Velcro,Jacuzzi,Patagonia jacket,North Face,Hermès Birkin,Zara dress,Uber,Airbnb,Boeing 737,' +
    'KitchenAid mixer,Le Creuset,Moleskine,Rimowa suitcase,Aperol Spritz,Campari,Vans Old Skool,Crocs,Stanley Cup,Duolingo,Figma,' +
    'Brompton bike,Schleich,Ryobi drill,Zegna suit,Thermomix',
);

/** As a whole word or words. The bench finds brands in a provider's answers by them. */
export const BRAND_WORDS = list(
  'nike,adidas,iphone,ipad,macbook,coca cola,cocacola,disney,disneyland,ikea,lego,starbucks,google,instagram,facebook,youtube,tiktok,bmw,' +
    'tesla car,mercedes benz,porsche,vespa,rolex,gucci,louis vuitton,levis,lamborghini,ferrari,playstation,netflix,barbie,marvel comics,' +
    'pokemon,star wars,harry potter,mcdonalds,red bull can,pepsi,gopro,photoshop,canon eos,nikon,leica,apple watch,amazon prime,' +
    'shell gas,puma sneakers,jaguar car,midjourney,shutterstock,polaroid,velcro,jacuzzi,patagonia jacket,north face,hermes birkin,' +
    'zara dress,uber,airbnb,boeing,samsung,toyota,kitchenaid,le creuset,moleskine,rimowa,aperol,campari,vans old skool,crocs,duolingo,figma,brompton,ryobi,zegna,' +
    'thermomix,volkswagen,audi,chanel,prada,windows 11,microsoft,sony,nintendo',
);

export const CAMERA_TERMS = list(
  'f/2.8,ISO 100,50mm,85mm lens,1/200 sec,DSLR photo,full frame,stock photo,royalty free,4K,high resolution,stock image,24 megapixels,HD wallpaper',
);

const FOREIGN_WORDS = list('coucher de soleil,strand,paesaggio,naturaleza,himmel,été,playa,fleur');

const BRITISH: Readonly<Record<string, string>> = { color: 'colour', 'primary color': 'primary colour' };
const APART: Readonly<Record<string, string>> = {
  sunset: 'sun set',
  sailboat: 'sail boat',
  rainforest: 'rain forest',
  snowflake: 'snow-flake',
  backdrop: 'back drop',
  workplace: 'work place',
  seashore: 'sea shore',
  bumblebee: 'bumble bee',
};

/** Another way to write the keyword. */
export function repeat(keyword: string, random: Random): string {
  const ways = [
    ...(BRITISH[keyword] ? [BRITISH[keyword]] : []),
    ...(APART[keyword] ? [APART[keyword], APART[keyword]] : []),
    pluralize(keyword),
    pluralize(keyword),
    `${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}.`,
    `the ${keyword}`,
    ...(/^\w+ \w+$/.test(keyword)
      ? [keyword.split(' ').toReversed().join(' '), keyword.replace(' ', '-')]
      : []),
    ...(keyword === 'cup of tea' ? ['tea cup'] : []),
  ];
  return random.pick(ways);
}

function pluralize(word: string): string {
  if (word.endsWith('man')) return word.replace(/man$/, 'men');
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies');
  if (/(?:s|x|ch|sh)$/.test(word)) return `${word}es`;
  if (word.endsWith('leaf')) return word.replace(/f$/, 'ves');
  return `${word}s`;
}

/** Swaps, drops or doubles a letter inside the longest word. */
export function misspell(keyword: string, random: Random): string {
  const longest = keyword.split(' ').toSorted((one, other) => other.length - one.length)[0] ?? keyword;
  const at = 1 + Math.floor(random.next() * (longest.length - 3));
  const [letter = '', next = ''] = longest.slice(at, at + 2);
  const wrong = random.pick([next + letter, letter, letter + letter + next]);
  const misspelled = longest.slice(0, at) + wrong + longest.slice(at + 2);
  return keyword.replace(longest, misspelled === longest ? `${longest}e` : misspelled);
}

export const pickForeign = (random: Random): string => random.pick(FOREIGN_WORDS);
