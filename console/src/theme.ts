/** Narrow-screen threshold (spec 9). */
export const narrowPx = 992
/** Below this width a form of commands beside the page would be out of view: it opens in a drawer. */
export const besidePx = 1200
/** Below this width the menu covers the page instead of standing beside it. */
export const phonePx = 600

/** The present value of a token, for canvases, which cannot use names. */
export const token = (name: `--${string}`): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
