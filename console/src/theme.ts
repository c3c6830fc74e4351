import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The brand's shades as the kit counts them, light to dark; values stand in theme.css. */
const brand: MantineColorsTuple = [
  'var(--brand-50)',
  'var(--brand-100)',
  'var(--brand-200)',
  'var(--brand-300)',
  'var(--brand-400)',
  'var(--brand-500)',
  'var(--brand-600)',
  'var(--brand-700)',
  'var(--brand-800)',
  'var(--brand-900)',
]

/** Behaviour comes from the kit, the look from theme.css: the kit writes no style element of its own (strict Content-Security-Policy). */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  defaultRadius: 'var(--radius-s)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Overlays have to be inside a landmark, so they render in the element that frame.tsx places within <main>.
    Portal: { defaultProps: { target: '#overlays' } },
  },
})

/** Narrow-screen threshold (spec 9). */
export const narrowPx = 992
/** Below it the menu lies over the page instead of beside it. */
export const phonePx = 600

/** The present value of a token, for canvases, which cannot use names. */
export const token = (name: `--${string}`): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
