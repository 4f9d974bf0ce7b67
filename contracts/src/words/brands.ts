/**
 * Brand names, which stock agencies refuse: Adobe Stock, “Titles and keywords” and “Generative AI content guidelines”; Shutterstock, “Title
 * and Keyword Guidelines, Policies and Best Practices”. A lost keyword or a false warning costs more than a brand that a person removes, so
 * these lists are short on purpose.
 */

/** Names that mean nothing else, in any language. Words that are also a name, a place or a species are below. */
export const BRANDS = [
  // Fashion
  'abercrombie, adidas, air jordan, armani, asics, balenciaga, birkenstock, bulgari, burberry, bvlgari, calvin klein, chanel, dior',
  'doc martens, dolce gabbana, dolce and gabbana, dr martens, givenchy, gucci, hermès birkin, hublot, lacoste, levis, louboutin',
  'louis vuitton, lululemon, michael kors, moncler, nike, prada, ralph lauren, ray ban, reebok, rolex, skechers, swarovski',
  'tommy hilfiger, uniqlo, versace, victorias secret, yves saint laurent',
  // Internet and software
  'airbnb, aliexpress, amazon prime, artstation, behance, chatgpt, cinema 4d, deviantart, ebay, etsy, facebook, github, gmail, google',
  'instagram, linkedin, microsoft, midjourney, netflix, openai, paypal, pinterest, reddit, shopify, snapchat, soundcloud, spotify',
  'stable diffusion, tik tok, tripadvisor, tumblr, unreal engine, vimeo, whatsapp, wikipedia, you tube',
  'adobe firefly, adobe illustrator, adobe lightroom, adobe photoshop, adobe stock, alamy, depositphotos, dreamstime, freepik',
  'getty images, istock, istockphoto, lightroom, pexels, photoshop, pixabay, powerpoint, shutterstock, unsplash',
  // Devices and cameras
  'airpods, hewlett packard, huawei, imac, i pad, i phone, ipod, lenovo, logitech, mac book, motorola, nokia, nvidia, panasonic, samsung',
  'sennheiser, sonos, sony, thinkpad, toshiba, xiaomi',
  'dji, fujifilm, gopro, hasselblad, instax, kodak, leica, nikon, pentax, polaroid',
  // Vehicles and travel
  'alfa romeo, aston martin, audi, bmw, bugatti, cadillac, chevrolet, chrysler, ducati, ferrari, harley davidson, hyundai, jeep, kia',
  'lamborghini, land rover, lexus, maserati, mazda, mercedes benz, mini cooper, mitsubishi, nissan, peugeot, porsche, range rover',
  'renault, rolls royce, subaru, suzuki, toyota, volkswagen, volvo, yamaha',
  'airbus, boeing, dhl, easyjet, fedex, lufthansa, ryanair',
  // Food, drink and shops
  'bacardi, budweiser, burger king, cheetos, coca cola, doritos, dunkin donuts, fanta, ferrero rocher, guinness, haribo, heineken',
  'jack daniels, jägermeister, johnnie walker, kelloggs, kfc, kinder bueno, kitkat, lindt, marlboro, mcdonalds, moët chandon, nescafé',
  'nespresso, nutella, oreo, pepsi, pepsicola, pizza hut, pringles, smirnoff, starbucks, taco bell, toblerone',
  'carrefour, costco, home depot, ikea, lidl, tesco, walmart',
  // Studios, films, series and games
  'blade runner, breaking bad, dc comics, disney, disneyland, dreamworks, dungeons and dragons, game of thrones, ghibli, hogwarts',
  'jurassic park, jurassic world, lord of the rings, marvel comics, national geographic, nat geo, paw patrol, pixar, pokémon',
  'rick and morty, sesame street, simpsons, squid game, star trek, star wars, stranger things, studio ghibli, warner bros',
  'assassins creed, call of duty, cyberpunk 2077, elden ring, final fantasy, fortnite, genshin impact, grand theft auto',
  'league of legends, legend of zelda, minecraft, nintendo, overwatch, playstation, roblox, warhammer, witcher, world of warcraft, x box',
  // Sports
  'fifa, nascar, nba, nfl, nhl, olympic games, olympic rings, olympics, paralympics, super bowl, uefa',
  // Household, toys and others
  'band aid, colgate, gillette, hot wheels, jacuzzi, kleenex, lego, loréal, maybelline, pampers, penguin random house, play doh, playmobil',
  'postit, post it note, rollerblade, sharpie, styrofoam, tupperware, vaseline, velcro, viagra, ziploc',
  'exxon, ibm, john deere, mastercard, texaco',
].join(', ');

/** Ordinary words, names and places: brands only if one of the products follows, as in “apple gold watch”. */
export const BRANDS_WITH_PRODUCTS: Readonly<Record<string, string>> = {
  amazon: 'alexa echo kindle package parcel warehouse',
  android: 'phone smartphone tablet',
  apple: 'computer laptop music pay phone smartphone tv watch',
  blackberry: 'phone smartphone',
  bosch: 'drill tool',
  canon: 'camera dslr eos lens',
  cartier: 'bracelet jewelry watch',
  citroën: 'car',
  converse: 'shoe sneaker',
  corvette: 'car',
  dell: 'computer laptop monitor',
  dove: 'shampoo soap',
  dyson: 'hairdryer vacuum',
  fiat: '500 car panda',
  ford: 'bronco car f150 focus mustang pickup truck',
  gap: 'clothing jeans',
  hermès: 'bag scarf',
  honda: 'car civic motorcycle scooter',
  jaguar: 'car convertible etype ftype roadster',
  lipton: 'tea',
  mango: 'boutique',
  marvel: 'avengers cinematic comic superhero studios universe',
  mercedes: 'amg car sedan',
  'new balance': 'shoe sneaker',
  nivea: 'cream lotion',
  'north face': 'backpack coat jacket parka',
  olympus: 'camera dslr lens',
  omega: 'seamaster speedmaster watch',
  opel: 'astra car corsa',
  oracle: 'database',
  patagonia: 'backpack clothing fleece jacket',
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
  uber: 'app driver eats taxi',
  'under armour': 'shirt shoe sportswear',
  vespa: 'moped scooter',
  visa: 'card debit',
  vogue: 'cover magazine',
  windows: '10 11 95 98 xp',
  zara: 'clothing dress fashion',
};
