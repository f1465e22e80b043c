export function LegalList({ lines }: { lines: string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-overlap">
      {lines.map((line) => (
        <li key={line} className="pl-1">
          {line}
        </li>
      ))}
    </ul>
  )
}
