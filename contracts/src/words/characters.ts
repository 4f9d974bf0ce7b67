/**
 * Fictional characters, which Adobe Stock forbids to name in prompts, titles and keywords (as in artists.ts). Without those that belong to
 * everybody, such as Dracula or Robin Hood, and without those that are words, animals or gods, such as the Joker, Wolverine or Thor.
 */
export const CHARACTERS = [
  // Disney and Pixar
  'baymax, buzz lightyear, cruella de vil, donald duck, eeyore, elsa from frozen, frozen elsa, jack skellington',
  'lightning mcqueen, lilo and stitch, maleficent, mickey mouse, mike wazowski, minnie mouse, mufasa, simba, tinker bell, tigger',
  'winnie the pooh',
  // Comics
  'aquaman, asterix, batgirl, batman, captain america, catwoman, charlie brown, deadpool, baby groot, i am groot, doctor strange, harley quinn',
  'incredible hulk, iron man, obelix, snoopy, spider man, supergirl, superman, thanos, tintin, wonder woman',
  // Star Wars
  'baby yoda, boba fett, c3po, chewbacca, darth vader, grogu, han solo, jedi, kylo ren, luke skywalker, mandalorian, obi wan kenobi',
  'princess leia, r2d2, r2 d2, stormtrooper, yoda',
  // Books and films
  'aragorn, beetlejuice, bilbo baggins, daenerys, daenerys targaryen, dumbledore, edward scissorhands, freddy krueger, frodo, gandalf',
  'godzilla, gollum, grinch, hannibal lecter, harry potter, hermione granger, hobbit, indiana jones, jack sparrow, james bond',
  'jason voorhees, jon snow, katniss everdeen, khaleesi, king kong, paddington bear, robocop, ron weasley, sauron, severus snape',
  'tyrion lannister, voldemort, wednesday addams, xenomorph',
  // Games
  'charizard, bulbasaur, donkey kong, geralt of rivia, jigglypuff, lara croft, mewtwo, pac man, pikachu, princess peach',
  'princess zelda, sephiroth, snorlax, sonic the hedgehog, squirtle, super mario',
  // Anime and toys
  'astro boy, barbie, cinnamoroll, doraemon, eren yeager, goku, hatsune miku, hello kitty, inuyasha, kuromi, levi ackerman, luffy',
  'miffy, moomin, my little pony, naruto, nezuko, sailor moon, satoru gojo, tanjiro kamado, totoro',
  // Cartoons
  'bart simpson, betty boop, bugs bunny, care bear, cookie monster, daffy duck, eric cartman, felix the cat, homer simpson',
  'kermit the frog, megatron, miss piggy, ninja turtle, optimus prime, patrick star, peppa pig, peter griffin, pink panther, popeye',
  'powerpuff girl, rick sanchez, scooby doo, shrek, smurf, spongebob, teletubbies, tom and jerry, tweety bird',
].join(', ');
