import { defaultModule } from '@brigade/contract/firmware/firmware.model.ts'
import { useWords } from '../platform/locale.ts'
import { firmwareText } from './firmware.text.ts'

/** The name of a module: the device itself, or as the device names it. */
export function useModuleName(): (module: string) => string {
  const w = useWords(firmwareText)
  return (module) => (module === defaultModule ? w.ownModule : module)
}

/** The same, in the font of identifiers if it is one. */
export function ModuleName({ module }: { module: string }) {
  const w = useWords(firmwareText)
  return module === defaultModule ? w.ownModule : <span className="mono">{module}</span>
}
