import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { create } from 'zustand'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { useLocale } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { hashOf, type Act } from './act.ts'

/** An act of the screen that is shown. */
export type ActHere = Readonly<{ act: Act; whyNot: string | undefined; run: () => void }>

/** The acts of the screen that is shown, each as its own button offers it. */
export const useActsHere = create<{ acts: readonly ActHere[] }>(() => ({ acts: [] }))

/** Whether the account holds the right to an act. */
export function useMay(): (act: Act) => boolean {
  const can = useCan()
  const platformCan = usePlatformCan()
  return ({ code, isPlatforms }) => (isPlatforms === true ? platformCan : can)(code)
}

/**
 * Offers an act on this screen: to its own button, which is there if this returns true, to the palette, and to an address that asks for
 * it. `whyNot`: why it is impossible now.
 */
export function useAct(act: Act | null, run: () => void, whyNot?: string): boolean {
  const mayDo = useMay()
  const may = act !== null && mayDo(act)
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const navigate = useNavigate()
  const onRun = useEffectEvent(run)
  useEffect(() => {
    if (!may) return undefined
    const here: ActHere = { act, whyNot, run: () => onRun() }
    useActsHere.setState(({ acts }) => ({ acts: [...acts, here] }))
    return () => useActsHere.setState(({ acts }) => ({ acts: acts.filter((one) => one !== here) }))
  }, [act, may, whyNot])
  const isAsked = may && hash === hashOf(act)
  useEffect(() => {
    if (!isAsked) return
    // Once: loading the page again does not do it again.
    void navigate({ to: '.', search: (before: Record<string, unknown>) => before, hash: '', replace: true })
    if (whyNot === undefined) onRun()
  }, [isAsked, whyNot, navigate])
  return may
}

type ButtonLook = { look?: 'primary' | 'plain'; label?: string }

/** The button of an act; null without the right to it, or where this screen does not have it (`act` is null). */
export function useActButton(
  act: Act | null,
  run: () => void,
  whyNot?: string,
  { look = 'primary', label }: ButtonLook = {},
): ReactNode {
  const locale = useLocale()
  if (!useAct(act, run, whyNot) || act === null) return null
  return (
    <Button look={look} icon={act.icon} disabledReason={whyNot} onClick={run}>
      {label ?? (act.button ?? act.label)[locale]}
    </Button>
  )
}
