import type { DeviceKind, NodeType } from '@brigade/contract/product/product.model.ts'
import { useId } from 'react'
import css from './device-picture.module.css'

type Props = {
  kind: DeviceKind
  nodeType: NodeType
  /** The reading on the panel of the drawn device; empty if it is unknown. */
  reading: string
  /** Heating or cooling now: the chamber glows. */
  isWorking: boolean
}

const outline = {
  fill: 'none',
  stroke: 'var(--ink-3)',
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const

/** The drawing shows the kind of device, with its temperature on the panel. */
export function DevicePicture(props: Props) {
  return (
    <svg className={css.picture} viewBox="0 0 112 112" aria-hidden="true">
      {props.nodeType === 'gateway' ? <Gateway /> : <Appliance {...props} />}
    </svg>
  )
}

function Appliance({ kind, reading, isWorking }: Props) {
  return (
    <>
      {kind === 'oven' ? <Oven isWorking={isWorking} /> : <Cooler isWorking={isWorking} />}
      <text
        fontSize="7"
        x={kind === 'oven' ? 39 : 56}
        y={kind === 'oven' ? 21.6 : 20.6}
        className={kind === 'oven' ? css.heat : css.cold}
      >
        {reading}
      </text>
    </>
  )
}

/** A modem on a rail: appliances behind it, the network above. */
function Gateway() {
  return (
    <g {...outline}>
      <rect x="22" y="50" width="68" height="38" rx="4" fill="var(--paper)" />
      <path d="M76 50V22" strokeWidth="2.5" />
      <path d="M67 30a12 12 0 0 1 0-16M85 30a12 12 0 0 0 0-16" />
      <rect x="29" y="57" width="26" height="11" rx="1.5" fill="var(--canvas)" />
      <path d="M33 62.5h9" strokeWidth="1" opacity=".65" />
      <circle cx="66" cy="62.5" r="2" />
      <circle cx="75" cy="62.5" r="2" />
      <path d="M22 76h68" strokeWidth="1" opacity=".65" />
      <path d="M34 88v10h-8M56 88v16M78 88v10h8" />
    </g>
  )
}

function Glow({ id, colour }: { id: string; colour: string }) {
  return (
    <defs>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={colour} stopOpacity=".10" />
        <stop offset="1" stopColor={colour} stopOpacity=".34" />
      </linearGradient>
    </defs>
  )
}

function Oven({ isWorking }: { isWorking: boolean }) {
  const id = useId()
  return (
    <>
      <Glow id={id} colour="var(--heat)" />
      <g {...outline}>
        <path d="M24 102v4M88 102v4" strokeWidth="3" />
        <rect x="16" y="10" width="80" height="92" rx="4" fill="var(--paper)" />
        <path d="M16 28h80" />
        <rect x="22" y="15" width="34" height="8" rx="1.5" fill="var(--canvas)" />
        <circle cx="84" cy="19" r="4.25" />
        <path d="M84 19v-3M64 19h8" />
        <rect x="22" y="34" width="60" height="60" rx="3" fill="var(--canvas)" />
        <rect x="29" y="41" width="46" height="46" rx="2" fill={isWorking ? `url(#${id})` : 'var(--canvas)'} />
        <path d="M29 50h46M29 59h46M29 68h46M29 77h46" strokeWidth="1" opacity=".65" />
        {isWorking ? (
          <path
            d="M33 50c1-4 6-4 8-1.5c2-3 7-3 9 0c2-3 8-2.5 9 1.5M36 68c1-4 6-4 8-1.5c2-3 7-3 9 0c2-3 8-2.5 9 1.5"
            stroke="var(--heat)"
            strokeWidth="1.25"
          />
        ) : null}
        <path d="M89 44v40" strokeWidth="2.5" />
        <path d="M85.5 48h3.5M85.5 80h3.5" />
      </g>
    </>
  )
}

function Cooler({ isWorking }: { isWorking: boolean }) {
  const id = useId()
  return (
    <>
      <Glow id={id} colour="var(--cold)" />
      <g {...outline}>
        <path d="M32 104v3M80 104v3" strokeWidth="3" />
        <rect x="24" y="6" width="64" height="98" rx="4" fill="var(--paper)" />
        <path d="M24 28h64" />
        <rect x="38" y="12" width="36" height="11" rx="1.5" fill="var(--canvas)" />
        <rect x="31" y="34" width="44" height="62" rx="3" fill={isWorking ? `url(#${id})` : 'var(--canvas)'} />
        <path d="M31 50h44M31 66h44M31 82h44" strokeWidth="1" opacity=".65" />
        <path
          d="M37 50v-7h6v7M46 50v-10h5v10M55 66v-8h8v8M40 66v-6h9v6M37 82v-9h5v9M45 82v-6h10v6"
          strokeWidth="1"
          stroke="var(--cold)"
        />
        <path d="M81.5 44v30" strokeWidth="2.5" />
      </g>
    </>
  )
}
