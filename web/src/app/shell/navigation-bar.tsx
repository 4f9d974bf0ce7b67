import { Link } from 'react-router-dom';
import { Wordmark } from '../../ui/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { openPalette, PaletteHint } from './palette.tsx';

/** `index.html` has the same frame, and `shared/first-page/first-page.css` the styles. */
export const NavigationBar = () => (
  <header className="shell-header">
    <nav aria-label="Main" className="shell-bar">
      <Link to="/" aria-label="Home" className="shell-home">
        <Wordmark />
      </Link>
      <div className="shell-space" />
      <PaletteHint onClick={openPalette} />
      <AccountMenu />
    </nav>
    <OfflineNotice />
  </header>
);
