import { create } from 'zustand'
import { oneOf, remember, remembered } from './remember.ts'

export const schemeChoices = ['system', 'light', 'dark'] as const
export type SchemeChoice = (typeof schemeChoices)[number]
export type Scheme = 'light' | 'dark'

/** Light or dark: the system's until a person chooses. */
type SchemeState = { choice: SchemeChoice; scheme: Scheme; choose: (choice: SchemeChoice) => void }

const system = matchMedia('(prefers-color-scheme: dark)')
const resolve = (choice: SchemeChoice): Scheme => (choice === 'system' ? (system.matches ? 'dark' : 'light') : choice)

export const useScheme = create<SchemeState>((set) => {
  const choice = remembered<SchemeChoice>('scheme', oneOf(schemeChoices), 'system')
  return {
    choice,
    scheme: resolve(choice),
    choose(next) {
      remember('scheme', next)
      set({ choice: next, scheme: resolve(next) })
    },
  }
})

const dress = ({ scheme }: SchemeState): void => {
  document.documentElement.dataset.theme = scheme
}
dress(useScheme.getState())
useScheme.subscribe(dress)
system.addEventListener('change', () => {
  const { choice } = useScheme.getState()
  useScheme.setState({ scheme: resolve(choice) })
})
