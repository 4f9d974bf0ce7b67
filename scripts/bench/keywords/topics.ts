/** What the bench's pictures show, and keywords that a careful person would give them. */
export interface Topic {
  /** For the drawing; undefined for a photograph. */
  prompt: string | undefined;
  titles: readonly [string, string];
  /** None may be lost: among them are rare words, names of species and places, and words that are also brands. */
  keywords: readonly string[];
}

const ROWS = `
a red boat on a lake at dawn|Red rowing boat on a calm lake at dawn|Wooden boat resting in morning mist|rowing boat,lake,dawn,calm water,mist,reflection,hallstatt,sunrise,wooden,moored,solitude,travel,serene,alpine,shore
city street at night with lights|Neon lights above a rainy city street|Evening traffic between bright towers|city,street,night,neon light,skyscraper,traffic,downtown,rain,urban,crosswalk,shinjuku,pedestrian,nightlife,architecture,metropolis
flowers in a garden, pink|Pink coneflowers in a summer garden|Garden bed full of blooming flowers|coneflower,echinacea,garden,pink,bloom,petal,perennial,pollinator,summer,stem,foliage,botany,gardening,bumblebee,meadow
still life with lemons and a cup|Lemons beside a white cup on a table|Bright still life with citrus fruit|lemon,cup of tea,still life,citrus,ceramic,table,vitamin,breakfast,yellow,rustic,linen,juicy,healthy eating,slice,bergamot
isometric office room|Isometric office with desks and plants|Small workplace seen from above|office,desk,isometric,workplace,monstera,computer,chair,interior,coworking,meeting room,productivity,teamwork,startup,window,business
bauhaus pattern with circles|Geometric pattern of circles in three colors|Abstract tiles in a modern poster style|pattern,geometric,circle,tile,bauhaus,abstract,poster,seamless,retro,symmetry,vector,ornament,shape,textile,primary color
planet and stars in space|Ringed planet before a field of stars|Blue planet rising over a dark moon|planet,space,star,galaxy,saturn,orbit,astronomy,cosmos,moon,nebula,science fiction,crater,universe,exploration,mercury
mountain valley at sunset|Sunset over a green mountain valley|Last light on snowy peaks and pines|mountain,valley,sunset,peak,pine forest,edelweiss,hiking,glacier,dolomites,alpenglow,ridge,wilderness,national park,panorama,marmot
apple orchard with trees and hills|Ripe apples in an orchard on a hill|Harvest basket below an apple tree|apple,orchard,harvest,basket,apple tree,autumn,fruit,ripe,cider,farm,organic,rural,branch,gala,agriculture
rainforest trees and river landscape|River winding through dense rainforest|Morning haze above a jungle canopy|amazon,rainforest,river,jungle,canopy,biodiversity,toucan,jaguar,puma,tropical,liana,conservation,ecosystem,manaus,humidity
beach with shell and waves|Spiral shell on wet sand near the waves|Quiet beach with a shell at low tide|shell,beach,wave,sand,spiral,low tide,nautilus,coast,vacation,seaside,foam,tranquility,ocean,seashore,sandpiper
fruit table with oranges and kitchen|Cut oranges on a kitchen board|Fresh orange juice and fruit for breakfast|orange,orange juice,kitchen,cutting board,kiwi,mango,fruit,breakfast,vitamin c,pulp,glass,refreshing,squeezed,grapefruit,detox
adobe house in desert landscape|Adobe house under a wide desert sky|Clay walls and cactus in warm light|adobe house,desert,clay,cactus,santa fe,pueblo,saguaro,terracotta,southwest,arid,sagebrush,courtyard,mesa,vernacular architecture,heat
abstract gradient background texture|Soft gradient of violet and teal|Flowing liquid colors as a backdrop|gradient,abstract,violet,teal,background,blur,fluid,backdrop,smooth,wallpaper,texture,copy space,elegant,futuristic,iridescent
ship on the sea with islands|White sailboat between rocky islands|Ferry crossing a blue strait at noon|sailboat,sea,island,ferry,mediterranean,santorini,yacht,strait,bougainvillea,sailing,horizon,archipelago,voyage,regatta,cliff
snow forest hills|Snow covered spruces in a silent forest|Winter trail through a frozen valley|snow,forest,winter,spruce,frost,trail,ptarmigan,cold,frozen,december,snowflake,silence,icicle,snowshoe,lapland
village castle isometric blocks|Toy castle above a village of blocks|Medieval village with towers and a gate|castle,village,tower,medieval,gate,fortress,toy,wall,drawbridge,knight,kingdom,fairy tale,turret,neuschwanstein,banner
|Woman smiling in a bright room|Portrait of a young woman by a window|woman,portrait,smile,young adult,window,happiness,casual,indoors,brunette,lifestyle,confidence,daylight,freckle,millennial,tesla coil
|Man with a beard in a gray jacket|Serious man looking into the camera|man,beard,jacket,serious,adult,headshot,gaze,masculine,wool,hipster,stubble,studio,cardigan,visa,target
|Group of friends laughing together|Colleagues talking after a meeting|friend,laughing,group,togetherness,diversity,conversation,colleague,community,fun,leisure,joy,bonding,generation,canon in d,dove
`;

export const TOPICS: readonly Topic[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [prompt = '', first = '', second = '', keywords = ''] = row.split('|');
    return { prompt: prompt || undefined, titles: [first, second], keywords: keywords.split(',') };
  });

/** Suit most pictures. */
export const CONCEPTS: readonly string[] = (
  'nature,outdoors,beauty,color,light,shadow,peace,freedom,inspiration,season,environment,harmony,simplicity,detail,' +
  'natural light,no people,copy space,close up,perspective,contrast,atmosphere,idyllic,tradition,creativity,hope'
).split(',');
