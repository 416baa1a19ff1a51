/** A whole call, word for word: longer than the 10 KiB that a single activity shows of its content. */
export const escalationTranscript = `Transcript, made automatically and read over once. Duration 47 minutes.
Present: Ruth Castellanos, Annika Brandt, Gerald Oyelaran (Tessellane Mutual); Mara Lindqvist, Jonas Albrecht (Northwind Studio)

Ruth: Good afternoon. I think we are complete. I don't usually sit in on project calls, so let me say why I'm here. I pay the invoices, and last month one landed on my desk with a note from Gerald that said "please don't". That doesn't happen often. So I asked for the history, and I read it on the train, all of it, and when I got off the train I was less sure than before what exactly we have bought. I would like to leave this call knowing three things: what works today, what does not, and which date I may repeat to other people without embarrassing myself.

Mara: That's fair, and thank you for making the time. I'd like to start with an apology, a plain one. We missed the beta twice, the second time without telling you a new date, and we sent an invoice for extra work nobody had ordered in writing. Each of these on its own would be annoying. Together they look as if nobody was steering, and I'm the one who should have been.

Annika: I appreciate that. I do. But I have to say that I have heard two apologies by now, and both were nice. What I needed in that week was a date for the newsletter. Sixty thousand members have a page in their kitchen drawer that says the app is out.

Mara: I know.

Annika: They ring us up, Mara. They ring up the claims desk, which is the desk the app was supposed to relieve. My colleagues keep a tally on the whiteboard, it was two hundred and six calls this morning. Somebody drew a little phone with a sad face next to it. I found it funny for about a day.

Ruth: Let us go through it in order. What works today?

Jonas: I'll take that. Reporting a claim works, from the first screen to the confirmation number, for every policy written after the merger. Following the state of a claim works. Push notifications work. Signing in works for nine of the fourteen testers. Photos can be uploaded on newer phones without trouble. On older phones the app closes in roughly one of six attempts.

Gerald: One of four, on ours.

Jonas: I believe you. Your phones are older than mine. I have ordered three of the same kind you hand out, they should arrive tomorrow.

Gerald: I offered you ours in the second week.

Jonas: You did, and I said that the emulator would do. That was a mistake, I'm not going to argue about it.

Ruth: Good. I mean, not good, but good that it's said. What does not work?

Jonas: Two things that matter. The crash, which comes from the memory we use when we shrink the pictures. We load three pictures at once to be fast, and on a phone with little memory that is too much. We know the cause; the repair is to handle them one after the other and in pieces. It's slower by a second or two and it won't fall over. The other thing is the old policies. Before the merger there were three companies with three ways of numbering, and the test system answers for the first, sometimes for the second, and never for the third. Five testers have policies of the third kind. From the outside it looks like a wrong password, which is why it took us so long to see.

Annika: We told you about the three companies. It was on my slide at the kick-off. There was even a picture, with three rivers.

Jonas: The rivers are on our wall. We knew there were three. What we did not know is that the third one isn't in the test system at all. Somebody copied the data over before our time and left it out, most likely because it is the smallest.

Gerald: That's news to me.

Jonas: I only have it since yesterday evening. I wrote to your database people this morning and one of them, Mr Feuerstein I think, confirmed it just before lunch. I didn't want to put it in an e-mail two hours before this call, it would have looked like an excuse.

Ruth: It would have. It is still useful to know. Gerald, can that be repaired on our side?

Gerald: If it is as he says, it's a matter of a copy. The copy is a day. The approval for the copy is, well. It contains real names, so data protection has to sign it off. Last time that took two weeks.

Ruth: I'll speak to data protection myself. Assume three days. Please write it down as ours, not as theirs. I don't like bills for other people's homework, and I won't hand out any either.

Mara: Thank you.

Ruth: Don't thank me yet. Let us talk about how it was possible that nobody saw it for ten weeks. I'm not a technical person. If I hire a decorator and one of my rooms is locked, I expect him to knock within the first week and say "madam, this one is locked". I don't expect him to paint the others for two months and then mention it.

Jonas: You're right. We did knock, but at the wrong door. We had waited so long for access to the system that when it came we were glad and started at once with what we could see. I looked at the first hundred policies, they were all fine, and I took them for typical. I should have drawn a sample across all three. It's the kind of thing one learns in the first term.

Annika: For what it's worth, I don't think it's about talent. I've seen the screens, they are lovely. When Chloé tested the form with our members in Kassel, there was an old gentleman who reported a burst pipe in four minutes and then asked if he could do another one. I tell that story everywhere. It's the reason I'm still on this call and not only Ruth and Gerald.

Mara: May I ask something directly, Annika? Do you still want this app from us?

Annika: I want this app. From whom, I decide after this call. I'm sorry, but that's how it is.

Mara: I'd rather know that than guess.

Ruth: The date, then. The third of my three things.

Mara: I won't give you one for the stores today. I could, it would be a friendly one, and it would be worth as much as the last. What I can give you is a chain. Two weeks from today the repaired photo upload is on your testers' phones. Three weeks from today all fourteen can sign in, provided that the copy of the data arrives within the first of those weeks. When both are done we freeze, you test for ten working days, and on the last of the ten we name the date for the stores together, in this round. Not earlier.

Gerald: So the earliest possible day would be somewhat more than five weeks away.

Mara: Plus the review by the stores, which I would put at a week to be on the safe side. Yes.

Ruth: I can work with that. It isn't what I hoped for, but I can explain it. What I can't explain is a date that moves for the third time. What happens if the two weeks don't hold?

Mara: Then I call you before they are over and tell you what holds instead. And we don't bill anything until milestone 2 is accepted by Gerald, in writing, whatever our own opinion about it.

Ruth: Which takes us to the invoice. I have it in front of me. Forty-six thousand for the milestone, eighteen thousand four hundred for additional work. The first I consider early. The second I consider, forgive me, bold.

Mara: The second is withdrawn. You get a credit note tomorrow. We did the hours, every one of them, I've seen the time sheets. But nobody agreed them with you, and part of them went into hunting for data that wasn't there. We carry that.

Ruth: All of it?

Mara: All of it. I would like to be clear that it is not a small sum for a house of our size. I say so not to win your pity, only so that you can see we are serious.

Ruth: It's noted, and I don't take it for granted. The forty-six thousand stay open until acceptance. If everything is accepted within the five weeks, they are paid within ten days; you have my word. I'm known for many things but not for paying late.

Gerald: I would like to add a point about communication. I get a message when something is finished, and I get a message when something has gone wrong, but in between there is silence, and in the silence people here begin to invent things. The status was meant to come every second Friday. I have counted; I should have seven, and I have four.

Jonas: The missing ones are mine. When there is a lot to do I write code instead of reports, and then I'm surprised that nobody knows what I did. It's not that there was something to hide.

Gerald: I never thought so. But I have a steering committee on Mondays, and if I go in there with nothing, the project is red. It's as simple as that. They don't ask me why, they only look at the colour.

Mara: Then it becomes every Friday, by noon. Half a page: done, not done, what we need from you, what worries us. Also if there's nothing good in it. I'll write it myself when Jonas can't.

Annika: Could it please be in normal words? The last one had a sentence with "idempotent" in it. I looked it up, and I still don't know if I should be glad.

Jonas: You should have been, as it happens. But yes, normal words.

Ruth: People. Who is working on this, today, apart from Mr Albrecht?

Mara: Today, Jonas and half of Chloé. That has been too thin since a colleague of ours went on leave. From Monday there'll be a second engineer, full time, for at least eight weeks. Her name is Zofia, she has done two apps with photo uploads before, and she has already read the code.

Gerald: Does that cost us anything?

Mara: No.

Annika: Will Jonas stay? I don't want to start over with somebody who has never seen the three rivers.

Jonas: I'm staying. I would like to see it finished, honestly. I've never had a project go like this and I don't want to leave it like this either.

Annika: All right.

Ruth: Let me try to sum up, and please stop me where I am wrong. Working: reporting a claim, following it, notifications, for everyone with a newer policy. Not working: photos on older phones, and the sign-in for the third group. Cause of the second partly with us, and I'll see to it within three days. Two weeks for the photos, three weeks for the sign-in, ten working days of testing, then a date for the stores. The additional work is cancelled, the milestone is paid on acceptance. A report each Friday by noon in normal words. A second engineer from Monday at your expense. Is there anything missing?

Gerald: What we do if it fails. I don't mean it in a hostile way, I only would like to have it on paper.

Ruth: If it fails, we set a formal deadline, and after that my colleagues in legal take over. I don't want that. It's slow and expensive, and at the end of it nobody has an app. But I'd be negligent if I didn't mention it.

Mara: Understood. I have no objection to that being in the minutes.

Annika: Then I have one more thing, and it's not for the minutes. At the beginning of all this I stood in front of our delegates and said that I had found people who listen. I would like to be right about that. So please, the next time something is stuck, ring me up. Not a mail on Thursday afternoon. Ring me up on Monday, when you first have that feeling in your stomach, even if it turns out to be nothing.

Mara: I'll do that. You have my number too, use it, in the evening as well.

Ruth: Good. I have another appointment at two. I won't say it was a pleasure, but it was more useful than I had feared. Ms Lindqvist, I expect your summary tomorrow morning.

Mara: You'll have it by nine.

Gerald: Jonas, stay on for five minutes, please? I'd like to go through the phones, so that you get the right ones this time.

Jonas: Gladly.

(Ruth, Annika and Mara leave the call. The rest, about device models and who ships them to whom, was not transcribed.)`;
