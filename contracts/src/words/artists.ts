/**
 * Artists whom Adobe Stock forbids to name in prompts, titles and keywords (“Content policy: artist names, real known people, fictional
 * characters”, September 2, 2026): living and recent ones, and older ones that prompts name often. An artist whose name many people have,
 * such as Alan Lee or Alex Ross, is missing on purpose.
 */
export const ARTISTS = [
  // Illustration and concept art
  'akihiko yoshida, anna dittmann, anton fadeev, artgerm, beeple, bill sienkiewicz, boris vallejo, charlie bowater, craig mullins',
  'donato giancola, feng zhu, frank frazetta, frazetta, gerald brom, giger, h r giger, hr giger, gigeresque, greg rutkowski',
  'greg rutkowsky, guweiz, hajime sorayama, sorayama, ilya kuvshinov, jakub różalski, james gurney, james jean, john berkey',
  'karol bak, kim jung gi, krenz cushart, lois van baarle, loish, luis royo, magali villeneuve, marc simonetti, michael whelan',
  'peter mohrbacher, ralph mcquarrie, ross tran, rossdraws, ruan jia, sakimichan, simon stålenhag, sparth, stanley lau, syd mead',
  'tom bagshaw, tyler edlin, wlop, yoshitaka amano, beksiński, zdzisław beksiński, zdzislaw beksinski',
  // Comics, animation and children’s books
  'akira toriyama, albert uderzo, axel scheffler, beatrix potter, bill watterson, charles schulz, dr seuss, eric carle, hayao miyazaki',
  'hergé, hirohiko araki, jack kirby, jamie hewlett, jean giraud, junji ito, katsuhiro otomo, kentaro miura, makoto shinkai',
  'matt groening, mike mignola, osamu tezuka, quentin blake, satoshi kon, stan lee, todd mcfarlane, tove jansson',
  // Painting, sculpture and street art since 1950
  'ai weiwei, andrew wyeth, andy warhol, warhol, anselm kiefer, banksy, basquiat, jean michel basquiat, bob ross, botero, fernando botero',
  'chihuly, dale chihuly, damien hirst, david hockney, hockney, francis bacon, gerhard richter, gil elvgren, elvgren, jackson pollock',
  'jeff koons, koons, kaws, keith haring, kinkade, thomas kinkade, thomas kincade, lisa frank, louise bourgeois, lucian freud',
  'mark rothko, rothko, norman rockwell, roy lichtenstein, shepard fairey, takashi murakami, yayoi kusama, kusama',
  // Older
  'aivazovsky, ivan aivazovsky, albrecht dürer, albrecht duerer, alfons mucha, alphonse mucha, arthur rackham, aubrey beardsley',
  'bierstadt, albert bierstadt, bouguereau, caravaggio, caspar david friedrich, cézanne, paul cézanne, chagall, marc chagall, degas',
  'edgar degas, edvard munch, edward hopper, egon schiele, schiele, escher, m c escher, mc escher, frida kahlo, frieda kahlo, kahlo',
  'gauguin, paul gauguin, georgia okeeffe, georgia o keeffe, gustav klimt, gustave klimt, klimt, gustave doré, henri matisse, matisse',
  'henri rousseau, hieronymus bosch, hiroshige, hokusai, katsushika hokusai, j c leyendecker, jc leyendecker, leyendecker, joan miró',
  'john singer sargent, john william waterhouse, kandinsky, wassily kandinsky, leonardo da vinci, magritte, rené magritte',
  'maxfield parrish, claude monet, monet, mondrian, piet mondrian, pablo picasso, picasso, paul klee, renoir, salvador dalí, seurat',
  'georges seurat, toulouse lautrec, van gogh, vincent van gogh, vincent van gough, vermeer, johannes vermeer, william turner',
  'j m w turner, jmw turner',
  // Photography
  'andreas gursky, anne geddes, annie leibovitz, ansel adams, brandon woelfel, cindy sherman, david lachapelle, diane arbus',
  'gregory crewdson, helmut newton, henri cartier bresson, irving penn, mario testino, peter lindbergh, richard avedon',
  'robert mapplethorpe, sally mann, saul leiter, sebastião salgado, steve mccurry, vivian maier, william eggleston',
  // Film and architecture
  'christopher nolan, david lynch, denis villeneuve, guillermo del toro, quentin tarantino, roger deakins, stanley kubrick, tim burton',
  'wes anderson, wong kar wai, antoni gaudí, frank gehry, frank lloyd wright, le corbusier, zaha hadid',
].join(', ');

/**
 * Their names are also words, places or other people: artists only where a text gives them the credit, as in “by Turner”, “in the style of
 * Haring” or “Mucha style”.
 */
export const CREDITED_ARTISTS =
  'bosch, botticelli, da vinci, dali, dalí, dürer, duerer, freud, gaudi, gaudí, gehry, goya, haring, hirst, hopper, klee, ' +
  'lichtenstein, man ray, michelangelo, miró, miyazaki, moebius, möbius, mucha, munch, murakami, parrish, pollock, rackham, raphael, ' +
  'rembrandt, richter, rockwell, rodin, rubens, rutkowski, sargent, titian, turner, velázquez, waterhouse, wyeth';
