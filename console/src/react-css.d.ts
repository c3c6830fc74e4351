import 'react'

declare module 'react' {
  // React sets custom properties as they are; its types leave them out.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
