import type { CSSProperties } from 'react'
import { fonts, light } from '../../shared/brand.ts'

const HEIGHT = 28
const LENS_HEIGHT = 24
const HALF_LENS = 6

/** Built from table cells, because mail clients drop SVG and block images. */
export function MailMark() {
  return (
    <table role="presentation" border={0} cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <Cell width={16} color={light.person} radius="14px 0 0 14px" className="person" />
          <HalfLens
            color={light.person}
            radius="0 6px 6px 0 / 0 2px 2px 0"
            lens="6px 0 0 6px / 12px 0 0 12px"
            className="person"
          />
          <HalfLens color={light.agent} radius="6px 0 0 6px / 2px 0 0 2px" lens="0 6px 6px 0 / 0 12px 12px 0" className="agent" />
          <Cell width={16} color={light.agent} radius="0 14px 2px 0" className="agent" />
          <td style={{ paddingLeft: 10 }}>
            <span
              className="ink"
              style={{ fontFamily: fonts.display, fontSize: 26, lineHeight: `${HEIGHT}px`, fontWeight: 700, color: light.ink }}
            >
              Duo
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

type CellProps = { width: number; color: string; radius: string; className: string }

function Cell({ width, color, radius, className }: CellProps) {
  return (
    <td
      width={width}
      height={HEIGHT}
      className={className}
      style={{ ...flat, width, backgroundColor: color, borderRadius: radius }}
    >
      &nbsp;
    </td>
  )
}

function HalfLens({ color, radius, lens, className }: Omit<CellProps, 'width'> & { lens: string }) {
  return (
    <td
      width={HALF_LENS}
      height={HEIGHT}
      className={className}
      style={{ ...flat, width: HALF_LENS, backgroundColor: color, borderRadius: radius }}
    >
      <div
        className="overlap"
        style={{ height: LENS_HEIGHT, lineHeight: `${LENS_HEIGHT}px`, backgroundColor: light.overlap, borderRadius: lens }}
      >
        &nbsp;
      </div>
    </td>
  )
}

const flat: CSSProperties = { height: HEIGHT, padding: 0, fontSize: 1, lineHeight: `${HEIGHT}px`, verticalAlign: 'middle' }
