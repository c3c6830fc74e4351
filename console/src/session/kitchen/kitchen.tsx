import css from './kitchen.module.css'
import { bread, cabinets, filters, ovens, shelves, tiles, type DrawnOven } from './kitchen-line.ts'

/** The kitchen line at night. It adds nothing to the text, so it is hidden from assistive technology. */
export function Kitchen() {
  return (
    <svg className={css.art} viewBox="0 0 880 900" preserveAspectRatio="xMinYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="kitchen-glow" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--heat)" stopOpacity=".16" />
          <stop offset="1" stopColor="var(--heat)" stopOpacity=".42" />
        </linearGradient>
        <linearGradient id="kitchen-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--heat)" stopOpacity=".13" />
          <stop offset="1" stopColor="var(--heat)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path className={css.tiles} d={tiles} />
      <g className={css.line}>
        <Hood />
        {ovens.map((oven) => (
          <Oven key={`${oven.x} ${oven.y}`} {...oven} />
        ))}
        <path d="M112 744v-14M264 744v-14M304 744v-14M456 744v-14" strokeWidth="4" />
        <Rack />
        {cabinets.map((cabinet) => (
          <Cabinet key={cabinet.x} {...cabinet} />
        ))}
      </g>
      <path d="M-200 744H1200" className={css.floor} />
      <path d="M116 744h132l44 156H60z" fill="url(#kitchen-floor)" />
      <path d="M312 744h120l30 90H290z" fill="url(#kitchen-floor)" opacity=".45" />
    </svg>
  )
}

function Hood() {
  return (
    <>
      <path d="M84 246L128 178H560L604 246Z" className={css.body} />
      <path d="M84 246v18H604v-18M84 246H604" />
      <path d="M300 178V-20M388 178V-20" />
      {filters.map((x) => (
        <path key={x} d={`M${x} 236l14-46h24l-6 46z`} opacity=".45" />
      ))}
    </>
  )
}

function Oven({ x, y, display, isHot, trays }: DrawnOven) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="104" y="534" width="168" height="196" rx="4" className={css.body} />
      <path d="M104 566h168" />
      <rect x="116" y="543" width="52" height="15" rx="2" className={css.display} />
      <circle cx="250" cy="550.5" r="7" />
      <path d="M250 550.5v-5" />
      <path d="M180 550.5h14M202 550.5h14" opacity=".6" />
      <rect x="116" y="576" width="132" height="142" rx="4" />
      <rect
        x="128"
        y="588"
        width="108"
        height="118"
        rx="3"
        className={isHot ? css.lit : css.unlit}
        {...(isHot ? { fill: 'url(#kitchen-glow)' } : {})}
      />
      {trays.map((isFull, index) => {
        const at = 608 + index * 20
        return (
          <g key={at}>
            <path d={`M128 ${at}h108`} className={isHot ? css.hotTray : css.tray} />
            {isFull ? <path d={bread(at)} className={css.food} /> : null}
          </g>
        )
      })}
      <path d="M260 596v102" strokeWidth="3" />
      <path d="M255 604h5M255 690h5" />
      <text x="142" y="554.5" textAnchor="middle" className={`${css.reading} ${isHot ? css.hot : ''}`}>
        {display}
      </text>
    </g>
  )
}

function Rack() {
  return (
    <g>
      <path d="M496 728V482H592V728" strokeWidth="2" />
      <path d="M490 482h108" />
      {shelves.map(({ y, hasTray }) => (
        <path key={y} d={`M496 ${y}h96${hasTray ? `M504 ${y}l3 9h74l3-9` : ''}`} opacity=".75" />
      ))}
      <circle cx="504" cy="736" r="7" />
      <circle cx="584" cy="736" r="7" />
    </g>
  )
}

function Cabinet({ x, display }: { x: number; display: string }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <rect x="644" y="278" width="132" height="454" rx="4" className={css.body} />
      <path d="M644 314h132M644 520h132" />
      <rect x="656" y="288" width="56" height="16" rx="2" className={css.display} />
      <path d="M658 398v84M658 552v84" strokeWidth="3" />
      <path d="M728 292h34M728 296h34M728 300h34" opacity=".5" />
      <text x="684" y="300" textAnchor="middle" className={`${css.reading} ${css.cold}`}>
        {display}
      </text>
      <path d="M656 744v-12M764 744v-12" strokeWidth="4" />
    </g>
  )
}
