/**
 * What else Adobe Stock forbids in prompts, titles and keywords of AI pictures (“Generative AI content guidelines”, June 11, 2026). The
 * document also names phrases such as “in the style of” and “inspired by”. They are not listed: most of the time a medium, an era or nature
 * follows. They give credit to an artist of artists.ts.
 */

/** Real people: those whom prompts name most. */
export const PEOPLE =
  'albert einstein, angelina jolie, ariana grande, audrey hepburn, barack obama, beyoncé, bill gates, billie eilish, bob marley, brad pitt, ' +
  'cristiano ronaldo, dalai lama, david bowie, donald trump, dwayne johnson, elon musk, elvis presley, emma watson, freddie mercury, ' +
  'gal gadot, greta thunberg, jeff bezos, joe biden, johnny depp, kanye west, keanu reeves, kim jong un, kim kardashian, lady gaga, ' +
  'lebron james, leonardo dicaprio, lionel messi, margot robbie, marilyn monroe, mark zuckerberg, michael jackson, michael jordan, ' +
  'morgan freeman, muhammad ali, princess diana, rihanna, scarlett johansson, steve jobs, taylor swift, tom cruise, vladimir putin, ' +
  'xi jinping, zendaya';

export const GOVERNMENT_AGENCIES =
  'cia, fbi, homeland security, interpol, lapd, marine corps, nasa, nypd, scotland yard, us air force, us army, us navy';
