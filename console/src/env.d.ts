/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Of the release, from the root package.json. */
  readonly VITE_VERSION: string
}
