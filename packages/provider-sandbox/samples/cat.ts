/** A ginger cat that sits in a garden at noon, 1,000 units square. */
export const cat = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 1000 1000">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#8fc7ee"/><stop offset="1" stop-color="#e2f2f4"/></linearGradient>
    <linearGradient id="grass" x2="0" y2="1"><stop offset="0" stop-color="#a9d178"/><stop offset="1" stop-color="#5f9c4d"/></linearGradient>
    <radialGradient id="fur" cx="0.42" cy="0.3" r="0.85"><stop offset="0" stop-color="#f7b26a"/><stop offset="1" stop-color="#d97a2e"/></radialGradient>
  </defs>
  <rect width="1000" height="1000" fill="url(#sky)"/>
  <g fill="#f8fbfd"><ellipse cx="180" cy="190" rx="130" ry="42"/><ellipse cx="250" cy="160" rx="90" ry="50"/><ellipse cx="850" cy="290" rx="120" ry="34"/></g>
  <path d="M0 640Q260 560 520 620T1000 590V1000H0Z" fill="url(#grass)"/>
  <g fill="#f4f1e6">${flower(110, 790)}${flower(240, 890)}${flower(890, 760)}${flower(800, 910)}</g>
  <path d="M690 880C900 900 950 700 850 640C800 612 770 660 800 690C850 730 800 800 680 790Z" fill="#d97a2e"/>
  <path d="M310 930C270 720 350 560 500 560S730 720 690 930Q500 990 310 930Z" fill="url(#fur)"/>
  <path d="M420 940C410 780 440 690 500 690S590 780 580 940Q500 960 420 940Z" fill="#fdeedd"/>
  <g fill="#fdeedd"><ellipse cx="410" cy="938" rx="78" ry="36"/><ellipse cx="590" cy="938" rx="78" ry="36"/></g>
  <path d="M282 380L250 150Q256 130 278 146L430 262Z" fill="#d97a2e"/><path d="M718 380L750 150Q744 130 722 146L570 262Z" fill="#d97a2e"/>
  <path d="M302 330L284 204L376 274Z" fill="#f3a9a0"/><path d="M698 330L716 204L624 274Z" fill="#f3a9a0"/>
  <ellipse cx="500" cy="420" rx="262" ry="216" fill="url(#fur)"/>
  <g fill="#b85c1e"><path d="M478 212H522L508 310H492Z"/><path d="M412 226L446 218L460 300Z"/><path d="M588 226L554 218L540 300Z"/>
    <path d="M244 396L330 420L246 440Z"/><path d="M262 470L338 474L282 506Z"/><path d="M756 396L670 420L754 440Z"/><path d="M738 470L662 474L718 506Z"/></g>
  <g fill="#fdeedd"><ellipse cx="448" cy="530" rx="86" ry="66"/><ellipse cx="552" cy="530" rx="86" ry="66"/><ellipse cx="500" cy="574" rx="60" ry="44"/></g>
  ${eye(392)}${eye(608)}
  <path d="M462 480Q500 466 538 480Q528 520 500 528Q472 520 462 480Z" fill="#e5727a"/>
  <path d="M500 528V552M500 552Q470 590 436 568M500 552Q530 590 564 568" fill="none" stroke="#6b3a22" stroke-width="9" stroke-linecap="round"/>
  <path d="M360 600Q500 680 640 600L630 646Q500 716 370 646Z" fill="#3b74c4"/><circle cx="500" cy="690" r="34" fill="#f6cf4a"/><circle cx="500" cy="700" r="8" fill="#8a6a12"/>
</svg>`;

function eye(x: number): string {
  return `<ellipse cx="${x}" cy="420" rx="58" ry="62" fill="#dff0a6"/><ellipse cx="${x}" cy="424" rx="44" ry="52" fill="#5d9a4c"/>
    <ellipse cx="${x}" cy="424" rx="24" ry="44" fill="#1d2416"/><circle cx="${x + 16}" cy="400" r="15" fill="#fff"/>`;
}

function flower(x: number, y: number): string {
  const petals = [0, 72, 144, 216, 288].map(
    (turn) => `<ellipse cx="${x}" cy="${y - 24}" rx="14" ry="22" transform="rotate(${turn} ${x} ${y})"/>`,
  );
  return `${petals.join('')}<circle cx="${x}" cy="${y}" r="13" fill="#f2b632"/>`;
}
