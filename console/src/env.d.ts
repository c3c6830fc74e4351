/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version comes from the root package.json. */
  readonly VITE_VERSION: string
}
