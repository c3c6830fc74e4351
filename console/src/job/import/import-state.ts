import { create } from 'zustand'
import { useSession } from '../../platform/session.ts'

/** The progress of an import. It is stored outside the dialog, which may be closed and opened again meanwhile. */
export type ImportState =
  | { phase: 'choose'; refused: string | null }
  | { phase: 'send'; fileName: string; share: number }
  | { phase: 'check'; jobId: string }
  | { phase: 'apply'; jobId: string }

const begin: ImportState = { phase: 'choose', refused: null }

const useImports = create<{ states: Readonly<Record<string, ImportState>> }>(() => ({ states: {} }))

// Signing out clears the imports, so that the next person does not see them.
useSession.subscribe((now, before) => {
  if (now.token === null && before.token !== null) useImports.setState({ states: {} })
})

export const setImport = (name: string, state: ImportState = begin): void =>
  useImports.setState(({ states }) => ({ states: { ...states, [name]: state } }))

export const useImport = (name: string): ImportState => useImports(({ states }) => states[name] ?? begin)
