import { encode } from 'uqr'

/** Dark on light in both themes, with the quiet zone of four modules that scanners require. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 flex-none rounded-md bg-[#fffdf8] fill-[#14161f]"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
