/** The vocabulary, with a column for each language in languages.ts. */
import { languages, type Language } from './languages.ts';

const rows = `
black|黑色|černá|zwart|noir|schwarz|nero|黒|검은색|czarny|preto|negro|siyah
white|白色|bílá|wit|blanc|weiß|bianco|白|흰색|biały|branco|blanco|beyaz
grey|灰色|šedá|grijs|gris|grau|grigio|灰色|회색|szary|cinza|gris|gri
red|红色|červená|rood|rouge|rot|rosso|赤|빨간색|czerwony|vermelho|rojo|kırmızı
orange|橙色|oranžová|oranje|orange|orange|arancione|オレンジ色|주황색|pomarańczowy|laranja|naranja|turuncu
yellow|黄色|žlutá|geel|jaune|gelb|giallo|黄色|노란색|żółty|amarelo|amarillo|sarı
green|绿色|zelená|groen|vert|grün|verde|緑|초록색|zielony|verde|verde|yeşil
turquoise|青绿色|tyrkysová|turkoois|turquoise|türkis|turchese|ターコイズ|청록색|turkusowy|turquesa|turquesa|turkuaz
blue|蓝色|modrá|blauw|bleu|blau|blu|青|파란색|niebieski|azul|azul|mavi
purple|紫色|fialová|paars|violet|lila|viola|紫|보라색|fioletowy|roxo|morado|mor
pink|粉色|růžová|roze|rose|rosa|rosa|ピンク|분홍색|różowy|rosa|rosado|pembe
brown|棕色|hnědá|bruin|marron|braun|marrone|茶色|갈색|brązowy|marrom|marrón|kahverengi
beige|米色|béžová|beige|beige|beige|beige|ベージュ|베이지색|beżowy|bege|beis|bej
landscape|风景|krajina|landschap|paysage|Landschaft|paesaggio|風景|풍경|krajobraz|paisagem|paisaje|manzara
nature|自然|příroda|natuur|nature|Natur|natura|自然|자연|przyroda|natureza|naturaleza|doğa
sky|天空|obloha|lucht|ciel|Himmel|cielo|空|하늘|niebo|céu|cielo|gökyüzü
horizon|地平线|horizont|horizon|horizon|Horizont|orizzonte|地平線|지평선|horyzont|horizonte|horizonte|ufuk
sea|大海|moře|zee|mer|Meer|mare|海|바다|morze|mar|mar|deniz
meadow|草地|louka|weide|prairie|Wiese|prato|草原|초원|łąka|prado|prado|çayır
object|物体|předmět|voorwerp|objet|Gegenstand|oggetto|物体|물체|przedmiot|objeto|objeto|nesne
isolated|抠图|izolovaný|vrijstaand|isolé|freigestellt|isolato|切り抜き|누끼|wyizolowany|isolado|aislado|izole
transparent background|透明背景|průhledné pozadí|transparante achtergrond|fond transparent|transparenter Hintergrund|sfondo trasparente|透明な背景|투명 배경|przezroczyste tło|fundo transparente|fondo transparente|şeffaf arka plan
plain background|纯色背景|jednobarevné pozadí|effen achtergrond|fond uni|einfarbiger Hintergrund|sfondo uniforme|無地の背景|단색 배경|jednolite tło|fundo liso|fondo liso|düz arka plan
abstract|抽象|abstraktní|abstract|abstrait|abstrakt|astratto|抽象|추상|abstrakcyjny|abstrato|abstracto|soyut
gradient|渐变|přechod|verloop|dégradé|Farbverlauf|sfumatura|グラデーション|그라데이션|gradient|gradiente|degradado|renk geçişi
pattern|图案|vzor|patroon|motif|Muster|motivo|模様|무늬|wzór|padrão|patrón|desen
texture|纹理|textura|textuur|texture|Textur|trama|質感|질감|tekstura|textura|textura|doku
lettering|文字|nápis|belettering|lettrage|Schriftzug|scritta|文字|글자|napis|letras|letras|yazı
scene|场景|scéna|tafereel|scène|Szene|scena|場面|장면|scena|cena|escena|sahne
square|方形|čtverec|vierkant|carré|quadratisch|quadrato|正方形|정사각형|kwadrat|quadrado|cuadrado|kare
horizontal|横向|vodorovný|horizontaal|horizontal|horizontal|orizzontale|横長|가로|poziomy|horizontal|horizontal|yatay
vertical|竖向|svislý|verticaal|vertical|vertikal|verticale|縦長|세로|pionowy|vertical|vertical|dikey
panorama|全景|panorama|panorama|panorama|Panorama|panorama|パノラマ|파노라마|panorama|panorama|panorama|panorama
dark|黑暗|tmavý|donker|sombre|dunkel|scuro|暗い|어두운|ciemny|escuro|oscuro|karanlık
bright|明亮|světlý|helder|lumineux|hell|luminoso|明るい|밝은|jasny|claro|luminoso|parlak
high key|高调|vysoký jas|high key|high key|High Key|high key|ハイキー|하이키|wysoki klucz|high key|clave alta|yüksek anahtar
high contrast|高对比度|vysoký kontrast|hoog contrast|contraste élevé|hoher Kontrast|alto contrasto|高コントラスト|고대비|wysoki kontrast|alto contraste|alto contraste|yüksek kontrast
soft|柔和|jemný|zacht|doux|weich|morbido|柔らかい|부드러운|miękki|suave|suave|yumuşak
black and white|黑白|černobílá|zwart-wit|noir et blanc|schwarzweiß|bianco e nero|白黒|흑백|czarno-biały|preto e branco|blanco y negro|siyah beyaz
colorful|多彩|barevný|kleurrijk|coloré|bunt|colorato|カラフル|다채로운|kolorowy|colorido|colorido|renkli
pastel|粉彩|pastelová|pastel|pastel|Pastell|pastello|パステル|파스텔|pastelowy|pastel|pastel|pastel
vivid|鲜艳|živý|levendig|vif|leuchtend|vivace|鮮やか|선명한|żywy|vívido|vívido|canlı
detailed|精细|detailní|gedetailleerd|détaillé|detailreich|dettagliato|精細|세밀한|szczegółowy|detalhado|detallado|detaylı
smooth|平滑|hladký|glad|lisse|glatt|liscio|滑らか|매끄러운|gładki|liso|terso|pürüzsüz
minimal|极简|minimalistický|minimaal|minimaliste|minimalistisch|minimale|ミニマル|미니멀|minimalistyczny|minimalista|minimalista|minimal
centered|居中|vycentrovaný|gecentreerd|centré|zentriert|centrato|中央|중앙|wyśrodkowany|centralizado|centrado|ortalanmış
symmetry|对称|symetrie|symmetrie|symétrie|Symmetrie|simmetria|対称|대칭|symetria|simetria|simetría|simetri
night|夜晚|noc|nacht|nuit|Nacht|notte|夜|밤|noc|noite|noche|gece
day|白天|den|dag|jour|Tag|giorno|昼|낮|dzień|dia|día|gündüz
background|背景|pozadí|achtergrond|arrière-plan|Hintergrund|sfondo|背景|배경|tło|fundo|fondo|arka plan
wallpaper|壁纸|tapeta|behang|papier peint|Tapete|carta da parati|壁紙|벽지|tapeta|papel de parede|papel pintado|duvar kağıdı
design|设计|design|ontwerp|conception|Gestaltung|design|デザイン|디자인|projekt|design|diseño|tasarım
art|艺术|umění|kunst|art|Kunst|arte|芸術|예술|sztuka|arte|arte|sanat
illustration|插画|ilustrace|illustratie|illustration|Illustration|illustrazione|イラスト|삽화|ilustracja|ilustração|ilustración|illüstrasyon
creative|创意|tvůrčí|creatief|créatif|kreativ|creativo|創造的|창의적|kreatywny|criativo|creativo|yaratıcı
decoration|装饰|dekorace|decoratie|décoration|Dekoration|decorazione|装飾|장식|dekoracja|decoração|decoración|dekorasyon
style|风格|styl|stijl|style|Stil|stile|スタイル|스타일|styl|estilo|estilo|tarz
modern|现代|moderní|modern|moderne|modern|moderno|現代的|현대적|nowoczesny|moderno|moderno|modern
color|颜色|barva|kleur|couleur|Farbe|colore|色|색상|kolor|cor|color|renk
light|光|světlo|licht|lumière|Licht|luce|光|빛|światło|luz|luz|ışık
shadow|阴影|stín|schaduw|ombre|Schatten|ombra|影|그림자|cień|sombra|sombra|gölge
shape|形状|tvar|vorm|forme|Form|forma|形|모양|kształt|forma|forma|şekil
line|线条|linie|lijn|ligne|Linie|linea|線|선|linia|linha|línea|çizgi
surface|表面|povrch|oppervlak|surface|Oberfläche|superficie|表面|표면|powierzchnia|superfície|superficie|yüzey
composition|构图|kompozice|compositie|composition|Komposition|composizione|構図|구도|kompozycja|composição|composición|kompozisyon
concept|概念|koncept|concept|concept|Konzept|concetto|概念|개념|koncepcja|conceito|concepto|kavram
copy space|留白|prostor pro text|kopieerruimte|espace de copie|Textfreiraum|spazio per testo|コピースペース|여백|miejsce na tekst|espaço para texto|espacio para texto|metin alanı
banner|横幅|reklamní pruh|spandoek|bannière|Banner|striscione|バナー|배너|baner|faixa|pancarta|afiş
poster|海报|plakát|affiche|poster|Plakat|manifesto|ポスター|포스터|plakat|cartaz|cartel|poster
template|模板|šablona|sjabloon|modèle|Vorlage|modello|テンプレート|템플릿|szablon|modelo|plantilla|şablon
element|元素|prvek|element|élément|Element|elemento|要素|요소|element|elemento|elemento|öğe
mood|氛围|nálada|sfeer|ambiance|Stimmung|atmosfera|雰囲気|분위기|nastrój|clima|ambiente|atmosfer
calm|平静|klid|rust|calme|Ruhe|calma|静けさ|고요|spokój|calma|calma|sakinlik
beauty|美丽|krása|schoonheid|beauté|Schönheit|bellezza|美|아름다움|piękno|beleza|belleza|güzellik
photography|摄影|fotografie|fotografie|photographie|Fotografie|fotografia|写真|사진|fotografia|fotografia|fotografía|fotoğrafçılık
picture|图片|obrázek|afbeelding|image|Bild|immagine|画像|그림|obraz|imagem|imagen|resim
fresh|清新|svěží|fris|frais|frisch|fresco|新鮮|신선한|świeży|fresco|fresco|taze
elegant|优雅|elegantní|elegant|élégant|elegant|elegante|優雅|우아한|elegancki|elegante|elegante|zarif
simple|简单|jednoduchý|eenvoudig|simple|einfach|semplice|シンプル|단순한|prosty|simples|sencillo|sade
artistic|艺术性|umělecký|artistiek|artistique|künstlerisch|artistico|芸術的|예술적|artystyczny|artístico|artístico|sanatsal
space|空间|prostor|ruimte|espace|Raum|spazio|空間|공간|przestrzeń|espaço|espacio|boşluk
`;

const words = new Map(
  rows
    .trim()
    .split('\n')
    .map((row) => row.split('|'))
    .map((row) => [row[0] ?? '', row] as const),
);

/** Translates an English word; undefined if it is not in the vocabulary. */
export function translate(word: string, { name }: Language): string | undefined {
  return words.get(word)?.[languages.findIndex((language) => language.name === name)];
}

const inEnglish = [...words.keys()];

/** The rows up to `beige`. */
export const colorWords: readonly string[] = inEnglish.slice(0, inEnglish.indexOf('landscape'));

/** Words that suit every image: the rows from `background`. */
export const commonWords: readonly string[] = inEnglish.slice(inEnglish.indexOf('background'));
