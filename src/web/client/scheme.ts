/** The scheme that a visitor has chosen is there before anything is drawn. */
try {
  const scheme = localStorage.getItem('scheme')
  if (scheme) document.documentElement.dataset.scheme = scheme
} catch {
  // a browser that stores nothing follows its system
}
