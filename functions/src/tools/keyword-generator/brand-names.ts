/**
 * Brand names, which stock agencies refuse: Adobe Stock, "Titles and keywords"; Shutterstock, "Title and Keyword Guidelines, Policies
 * and Best Practices". A lost keyword costs more than a brand that a person removes, so these lists are short on purpose.
 */
import { hasWords } from './compare-words.ts';

/** Names that mean nothing else, in any language. Words that are also a name, a place or a species are below. */
const NAMES = `
  abercrombie, adidas, air jordan, armani, asics, balenciaga, birkenstock, bulgari, burberry, bvlgari, calvin klein, chanel, dior,
  doc martens, dolce gabbana, dr martens, givenchy, gucci, hermes birkin, hermès birkin, hublot, lacoste, levis, louboutin, louis vuitton,
  lululemon, michael kors, moncler, nike, prada, ralph lauren, ray ban, reebok, rolex, skechers, swarovski, tommy hilfiger, uniqlo,
  versace, victorias secret, yves saint laurent,
  airbnb, aliexpress, amazon prime, chatgpt, ebay, etsy, facebook, fortnite, github, gmail, google, instagram, linkedin, microsoft,
  midjourney, minecraft, netflix, openai, paypal, pinterest, playstation, reddit, roblox, shopify, snapchat, soundcloud, spotify,
  stable diffusion, tiktok, tripadvisor, tumblr, uber, vimeo, whatsapp, wikipedia, xbox, youtube,
  adobe firefly, adobe illustrator, adobe lightroom, adobe photoshop, adobe stock, alamy, depositphotos, dreamstime, freepik,
  getty images, istock, istockphoto, lightroom, pexels, photoshop, pixabay, powerpoint, shutterstock, unsplash,
  airpods, hewlett packard, huawei, imac, ipad, iphone, ipod, lenovo, logitech, macbook, motorola, nokia, nvidia, panasonic, samsung,
  sennheiser, sonos, sony, thinkpad, toshiba, xiaomi,
  dji, fujifilm, gopro, hasselblad, instax, kodak, leica, nikon, pentax, polaroid,
  alfa romeo, aston martin, audi, bmw, bugatti, cadillac, chevrolet, chrysler, ducati, ferrari, harley davidson, hyundai, jeep, kia,
  lamborghini, land rover, lexus, maserati, mazda, mercedes benz, mini cooper, mitsubishi, nissan, peugeot, porsche, range rover,
  renault, rolls royce, subaru, suzuki, toyota, volkswagen, volvo, yamaha,
  airbus, boeing, dhl, easyjet, fedex, lufthansa, ryanair,
  bacardi, budweiser, burger king, cheetos, coca cola, doritos, dunkin donuts, fanta, ferrero rocher, guinness, haribo, heineken,
  jack daniels, jagermeister, jägermeister, johnnie walker, kelloggs, kfc, kinder bueno, kitkat, lindt, marlboro, mcdonalds,
  moet chandon, moët chandon, nescafe, nescafé, nespresso, nutella, oreo, pepsi, pepsicola, pizza hut, pringles, smirnoff, starbucks,
  taco bell, toblerone,
  carrefour, costco, home depot, ikea, lidl, tesco, walmart,
  barbie, batman, darth vader, disney, disneyland, dreamworks, harry potter, hello kitty, hogwarts, hot wheels, jedi, lego, marvel comics,
  mickey mouse, minnie mouse, nintendo, pikachu, pixar, play doh, playdoh, playmobil, pokemon, pokémon, spider man, spongebob, star wars,
  super mario, superman, teletubbies, warner bros, winnie the pooh,
  fifa, nascar, nba, nfl, nhl, olympic games, olympic rings, olympics, paralympics, super bowl, uefa,
  band aid, colgate, gillette, jacuzzi, kleenex, loreal, loréal, maybelline, pampers, post it, rollerblade, sharpie, styrofoam,
  tupperware, vaseline, velcro, viagra, ziploc,
  exxon, ibm, john deere, mastercard, texaco
`;

/** Ordinary words, names and places: brands only in a keyword that also has one of the products. */
const WITH_PRODUCTS: Readonly<Record<string, string>> = {
  amazon: 'alexa echo kindle package parcel warehouse',
  android: 'phone smartphone tablet',
  apple: 'computer laptop music pay pencil phone smartphone tv watch',
  blackberry: 'phone smartphone',
  bosch: 'drill tool',
  canon: 'camera dslr eos lens',
  cartier: 'bracelet jewelry watch',
  citroen: 'car',
  citroën: 'car',
  converse: 'shoe sneaker',
  corvette: 'car',
  dell: 'computer laptop monitor',
  dove: 'shampoo soap',
  dyson: 'hairdryer vacuum',
  fiat: '500 car panda',
  ford: 'bronco car f-150 focus mustang pickup truck',
  galaxy: 'phone smartphone',
  gap: 'clothing jeans',
  hermes: 'bag scarf',
  hermès: 'bag scarf',
  honda: 'car civic motorcycle scooter',
  jaguar: 'car convertible e-type f-type roadster',
  lipton: 'tea',
  mango: 'boutique',
  mercedes: 'amg car sedan',
  'new balance': 'shoe sneaker',
  nivea: 'cream lotion',
  'north face': 'backpack coat jacket parka',
  olympus: 'camera dslr lens',
  omega: 'seamaster speedmaster watch',
  opel: 'astra car corsa',
  oracle: 'database',
  patagonia: 'backpack clothing fleece jacket',
  penguin: 'random house',
  puma: 'logo shoe sneaker sportswear',
  'red bull': 'can drink energy racing',
  seat: 'ibiza leon',
  shell: 'fuel gas gasoline petrol',
  skoda: 'car octavia',
  sprite: 'can soda',
  subway: 'sandwich',
  target: 'supermarket',
  tesla: 'car charger cybertruck electric model sedan supercharger',
  tiffany: 'jewelry ring',
  timberland: 'boot',
  twitter: 'account app tweet',
  'under armour': 'shirt shoe sportswear',
  vespa: 'moped scooter',
  visa: 'card debit',
  windows: '10 11 95 98 xp',
  zara: 'clothing dress fashion',
};

const MAX_WORDS = 3;

const joinWords = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');

const names = new Set(NAMES.split(',').map(joinWords));

/** Whether a keyword has a brand name in it: "coca-cola", "Nike shoes", "iphones", "apple watch". Not "apple" or "amazon". */
export function hasBrand(keyword: string): boolean {
  // With their marks: "über" is a word. Without those of Turkish, whose lower case of IKEA is "ıkea".
  const words = keyword
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  const isNamed = words.some((_, start) =>
    Array.from({ length: MAX_WORDS }, (__, more) => words.slice(start, start + more + 1).join('')).some(
      isName,
    ),
  );
  return (
    isNamed || Object.entries(WITH_PRODUCTS).some(([name, products]) => hasProduct(words, name, products))
  );
}

/** A name may stand in plural, or with a model's number. */
const isName = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/\d+$/, '')].some((each) => names.has(each));

function hasProduct(words: readonly string[], name: string, products: string): boolean {
  const text = words.join(' ');
  return (
    ` ${text} `.includes(` ${name} `) &&
    products.split(' ').some((product) => hasWords(text, product, 'English'))
  );
}
