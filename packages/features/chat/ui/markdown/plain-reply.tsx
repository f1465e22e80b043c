export const PlainReply = ({ text }: { text: string }) => <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
