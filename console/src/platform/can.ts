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

/**
 * Like `useCan`, for platform-owned records (products, firmware). Only platform staff may change them, whatever role
 * another account has.
 */
export function usePlatformCan(): (code: string) => boolean {
  const can = useCan()
  const isPlatform = useSession((session) => session.isPlatform)
  return useMemo(() => (code) => isPlatform && can(code), [isPlatform, can])
}
