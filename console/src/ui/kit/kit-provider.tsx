import { MantineContext, MantineThemeProvider, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { ReactNode } from 'react'
import { useScheme } from '../../platform/scheme.ts'

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

const theme = createTheme({
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

const nothing = (): void => undefined
const root = (): HTMLElement => document.documentElement

/**
 * What the kit's parts need around them. The kit's own provider would also write style elements, which the strict
 * Content-Security-Policy refuses, and store a colour scheme: theme.css and platform/scheme.ts do both here,
 * and index.html carries the mark by which its styles respect reduced motion. Pages outside
 * the frame (sign-in, the data wall) use no part of the kit and do not load it.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  const colorScheme = useScheme(({ scheme }) => scheme)
  return (
    <MantineContext
      value={{
        colorScheme,
        setColorScheme: nothing,
        clearColorScheme: nothing,
        getRootElement: root,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
