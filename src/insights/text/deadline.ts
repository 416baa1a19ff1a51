const deadline =
  /\b(?:by|before|until|no later than) (?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}(?: \d{4})?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{4}-\d\d-\d\d|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|christmas|easter|new year|(?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december)|next (?:week|month))\b/i;

/** Returns the deadline that a text names, as written: `by 15 March`, `before Christmas`. English only. */
export const deadlineIn = (text: string): string | undefined => deadline.exec(text)?.[0];
