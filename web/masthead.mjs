// The head of the pages beside the calculator.

/** @param {{source: string, up?: string}} page a link to its source, or nothing; the way up to the calculator's folder
 * @returns {string} */
export const masthead = ({ source, up = '' }) => `<header class="masthead">
  <div class="page">
    <svg viewBox="0 0 32 32" aria-hidden="true"><path d="M3 26 15 10H29" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle class="brand-dot" cx="15" cy="10" r="4.5"/></svg>
    <b><a class="home" href="${up || './'}">Ridgepoint</a></b>
    <p>Which hardware for this AI workload, and what will it cost?</p>
    <nav aria-label="Pages"><a href="${up || './'}">Estimate</a><a href="${up}catalog.html">Catalog</a><a href="${up}answers/">Answers</a><a href="${up}learn/">Learn</a><a href="${up}validation.html">Validation</a>${source}</nav>
  </div>
</header>`;
