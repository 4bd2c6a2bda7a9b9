// The text of news: paragraphs, and addresses as links.
import { linkify } from '#features/chat/linkify.ts'

export function NewsText({ text }: { text: string }) {
  return (
    <div dir="auto" className="grid w-fit max-w-[68ch] gap-3 text-start wrap-anywhere">
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line">
          {linkify(paragraph).map((segment, part) =>
            typeof segment === 'string' ? (
              <span key={part}>{segment}</span>
            ) : (
              <a
                key={part}
                href={segment.href}
                dir="ltr"
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className="link"
              >
                {segment.href}
              </a>
            ),
          )}
        </p>
      ))}
    </div>
  )
}
