// The short answer appears when the sentence has been scrolled away.

/** @param {HTMLElement} headline */
export function keepInSight(headline) {
  new IntersectionObserver(([entry]) => {
    document.documentElement.classList.toggle('scrolled', !entry.isIntersecting && entry.boundingClientRect.top < 0);
  }).observe(headline);
}
