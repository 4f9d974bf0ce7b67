/** A young woman with a red scarf before evening hills, 1,000 units square. */
export const portrait = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 1000 1000">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#6fa3d8"/><stop offset="0.7" stop-color="#f6d9b8"/></linearGradient>
    <linearGradient id="hair" x2="0.4" y2="1"><stop offset="0" stop-color="#5a3826"/><stop offset="1" stop-color="#2f1c17"/></linearGradient>
    <linearGradient id="skin" x2="1" y2="0.3"><stop offset="0" stop-color="#f8d3b4"/><stop offset="1" stop-color="#e6ac86"/></linearGradient>
    <linearGradient id="scarf" x2="1" y2="1"><stop offset="0" stop-color="#d8454a"/><stop offset="1" stop-color="#9c2434"/></linearGradient>
  </defs>
  <rect width="1000" height="1000" fill="url(#sky)"/>
  <circle cx="800" cy="330" r="86" fill="#fff0c8"/>
  <path d="M0 560Q180 430 340 520T700 470T1000 540V1000H0Z" fill="#8aa0a8"/>
  <path d="M0 680Q240 560 480 650T1000 610V1000H0Z" fill="#6d8f6a"/>
  <path d="M300 1000C230 720 220 420 280 290C330 170 430 120 520 122C650 124 730 210 752 340C780 520 770 800 720 1000Z" fill="url(#hair)"/>
  <path d="M150 1000Q180 850 380 812L500 870L632 806Q840 850 880 1000Z" fill="#33507a"/>
  <path d="M430 640H580V810Q505 880 430 810Z" fill="#dba07c"/>
  <path d="M330 390C330 250 410 200 506 200S684 250 684 390C684 560 600 706 506 706S330 560 330 390Z" fill="url(#skin)"/>
  <path d="M318 470C290 330 340 170 510 168C690 170 730 330 700 480C690 380 640 320 560 270C520 330 420 370 350 372C334 400 326 430 318 470Z" fill="url(#hair)"/>
  ${eye(424)}${eye(590)}
  <g fill="none" stroke="#3c241c" stroke-width="13" stroke-linecap="round"><path d="M372 388Q420 362 468 384"/><path d="M546 384Q594 362 640 388"/></g>
  <path d="M510 470Q498 530 490 548Q504 562 524 554" fill="none" stroke="#c58463" stroke-width="9" stroke-linecap="round"/>
  <path d="M448 612Q480 596 506 606Q534 596 566 612Q506 660 448 612Z" fill="#c4505a"/>
  <g fill="#ec8f7e" opacity="0.55"><ellipse cx="388" cy="546" rx="46" ry="26"/><ellipse cx="624" cy="546" rx="46" ry="26"/></g>
  <path d="M352 742Q506 830 664 738Q716 790 690 846Q506 920 326 848Q300 790 352 742Z" fill="url(#scarf)"/>
  <path d="M560 850Q640 840 668 812L720 1000H590Z" fill="#b8303e"/>
  <g fill="none" stroke="#7d1a2a" stroke-width="8" stroke-linecap="round"><path d="M350 796Q506 866 668 790"/><path d="M622 870L650 980"/></g>
</svg>`;

function eye(x: number): string {
  return `<ellipse cx="${x}" cy="450" rx="48" ry="36" fill="#fdf8f2"/><circle cx="${x}" cy="452" r="33" fill="#4a7f8f"/>
    <circle cx="${x}" cy="452" r="18" fill="#18242c"/><circle cx="${x + 11}" cy="440" r="10" fill="#fff"/>
    <path d="M${x - 52} 448Q${x} 396 ${x + 52} 448" fill="none" stroke="#2c1a16" stroke-width="13" stroke-linecap="round"/>`;
}
