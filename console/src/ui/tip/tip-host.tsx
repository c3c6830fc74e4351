import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './tip-host.module.css'

type Tip = { text: string; at: DOMRect; isBeside: boolean }

/** The tip of an element is its `data-tip`, or its full text if the text is cut. */
function tipOf(target: EventTarget | null): Tip | null {
  if (!(target instanceof Element)) return null
  const named = target.closest<HTMLElement>('[data-tip]')
  if (named !== null) {
    // An element that has opened something needs no tip.
    if (named.getAttribute('aria-expanded') === 'true') return null
    const isBeside = named.closest('[data-tip-beside]') !== null
    return { text: named.dataset.tip ?? '', at: named.getBoundingClientRect(), isBeside }
  }
  const cut = target.closest<HTMLElement>('td, th, [data-cut]')
  if (cut === null || cut.scrollWidth <= cut.clientWidth + 1) return null
  return { text: cut.innerText, at: cut.getBoundingClientRect(), isBeside: false }
}

/** One tooltip for the whole page, by event delegation, so that hundreds of buttons in a table cost nothing. */
export function TipHost() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => {
      clearTimeout(timer)
      setTip(null)
    }
    const showAfter = (ms: number) => (event: Event) => {
      clearTimeout(timer)
      const next = tipOf(event.target)
      if (next === null || next.text === '') return hide()
      timer = setTimeout(() => setTip(tipOf(event.target)), ms)
    }
    const onPointer = showAfter(350)
    const onFocus = (event: FocusEvent): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) showAfter(0)(event)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointerover', onPointer)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onPointer)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])
  return tip === null ? null : <TipBox tip={tip} />
}

const margin = 8

function TipBox({ tip }: { tip: Tip }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current === null) return
    const { width, height } = box.current.getBoundingClientRect()
    const { at, isBeside } = tip
    const left = isBeside ? at.left - width - margin : at.left + at.width / 2 - width / 2
    const below = at.bottom + 6
    const top = isBeside
      ? at.top + at.height / 2 - height / 2
      : below + height > innerHeight - margin
        ? at.top - height - 6
        : below
    const clampedLeft = Math.min(Math.max(left, margin), innerWidth - width - margin)
    box.current.style.transform = `translate(${Math.round(clampedLeft)}px, ${Math.round(top)}px)`
  }, [tip])
  return (
    // Hidden from assistive technology: the element's own name or description has the same text.
    <div ref={box} className={css.tip} aria-hidden="true">
      {tip.text}
    </div>
  )
}
