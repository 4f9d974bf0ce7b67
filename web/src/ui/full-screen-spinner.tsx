/** `index.html` has the same markup, and `shared/first-page/first-page.css` the styles. */
export const FullScreenSpinner = () => (
  <div className="starting" role="status">
    Loading...
  </div>
);
