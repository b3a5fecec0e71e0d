"""Write a campaign as a script, a file of lines that play it again."""
