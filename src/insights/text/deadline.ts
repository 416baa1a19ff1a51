const deadline =
  /\b(?:by|before|no later than) (?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: \d{4})?|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{4}-\d\d-\d\d|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|christmas|easter|new year|(?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december)|next (?:week|month))\b/i;

/** Returns the deadline that a text names, as written: `by 15 March`, `before Christmas`. English only. */
export const deadlineIn = (text: string): string | undefined => deadline.exec(text)?.[0];
