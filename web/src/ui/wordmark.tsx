/** The product's logo. */
export const Wordmark = () => (
  <svg className="wordmark" viewBox="0 0 24 24" role="img" aria-label="Internal Portal">
    <rect x="2" y="2" width="9" height="9" rx="2.5" fill="currentColor" opacity="0.22" />
    <rect x="13" y="2" width="9" height="9" rx="2.5" fill="currentColor" opacity="0.45" />
    <rect x="2" y="13" width="9" height="9" rx="2.5" fill="currentColor" opacity="0.45" />
    <rect x="13" y="13" width="9" height="9" rx="2.5" />
  </svg>
);
