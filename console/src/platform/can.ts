import { useMemo } from 'react'
import { operationCodes } from './menus.ts'
import { useSession } from './session.ts'

/** Returns whether the signed-in account holds an operation code; a button without its code is absent. */
export function useCan(): (code: string) => boolean {
  const menus = useSession((session) => session.menus)
  return useMemo(() => {
    const codes = operationCodes(menus)
    return (code) => codes.has(code)
  }, [menus])
}

/** As `useCan`, for what belongs to the platform (products, firmware): its own staff alone may change that, whatever the role of another holds. */
export function usePlatformCan(): (code: string) => boolean {
  const can = useCan()
  const isPlatform = useSession((session) => session.user?.organisation.kind === 'platform')
  return useMemo(() => (code) => isPlatform && can(code), [isPlatform, can])
}
