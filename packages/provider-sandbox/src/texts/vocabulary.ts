/** Words that suit every picture, in the languages of the Keyword Generator, in the order that they have in English. */
interface Vocabulary {
  isLatin: boolean;
  and: string;
  /** Between sentences. */
  stop: string;
  words: readonly string[];
}

const define = (and: string, words: string, stop = '. '): Vocabulary => ({
  isLatin: /^[\p{Script=Latin}\p{M}\s]+$/u.test(words),
  and,
  stop,
  words: words.split(' '),
});

export const ENGLISH = define(
  ' and ',
  'light shadow color shape line surface texture pattern composition mood style design art scene',
);

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  English: ENGLISH,
  Chinese: define('和', '光 阴影 颜色 形状 线条 表面 质感 图案 构图 氛围 风格 设计 艺术 场景', '。'),
  Czech: define(
    ' a ',
    'světlo stín barva tvar linie povrch textura vzor kompozice nálada styl design umění scéna',
  ),
  Dutch: define(
    ' en ',
    'licht schaduw kleur vorm lijn oppervlak textuur patroon compositie sfeer stijl ontwerp kunst tafereel',
  ),
  French: define(
    ' et ',
    'lumière ombre couleur forme ligne surface texture motif composition ambiance style conception art scène',
  ),
  German: define(
    ' und ',
    'Licht Schatten Farbe Form Linie Oberfläche Textur Muster Komposition Stimmung Stil Gestaltung Kunst Szene',
  ),
  Italian: define(
    ' e ',
    'luce ombra colore forma linea superficie trama motivo composizione atmosfera stile design arte scena',
  ),
  Japanese: define('と', '光 影 色 形 線 表面 質感 模様 構図 雰囲気 スタイル デザイン 芸術 場面', '。'),
  Korean: define(' 및 ', '빛 그림자 색상 모양 선 표면 질감 무늬 구도 분위기 스타일 디자인 예술 장면'),
  Polish: define(
    ' i ',
    'światło cień kolor kształt linia powierzchnia tekstura wzór kompozycja nastrój styl projekt sztuka scena',
  ),
  Portuguese: define(
    ' e ',
    'luz sombra cor forma linha superfície textura padrão composição clima estilo design arte cena',
  ),
  Spanish: define(
    ' y ',
    'luz sombra color forma línea superficie textura patrón composición ambiente estilo diseño arte escena',
  ),
  Turkish: define(
    ' ve ',
    'ışık gölge renk şekil çizgi yüzey doku desen kompozisyon atmosfer tarz tasarım sanat sahne',
  ),
};
